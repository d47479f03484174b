import { render } from 'preact';
import './page.css';

const root = document.getElementById('page');
if (root !== null) render(<h1>Touchstone</h1>, root);
