import { render } from 'preact';
import { App } from './app.tsx';
import { connect } from './live.ts';
import './page.css';

const root = document.getElementById('page');
if (root !== null) {
  connect();
  render(<App />, root);
}
