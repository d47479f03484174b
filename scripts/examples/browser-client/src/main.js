/** The page itself: what is on it, and what its buttons do. */
import { ask } from './gateway.ts';
import { beginLogin, finishLogin } from './login.ts';
import { buy } from './orders.ts';
import { keepSession } from './trading-socket.ts';
function element(id) {
    return document.getElementById(id);
}
function tell(what) {
    element('log').append(Object.assign(document.createElement('li'), { textContent: what }));
}
/** Counts the events of each order that were shown: a duplicate adds none. */
const events = new Map();
function show({ orderId, clientOrderId, status }, fresh) {
    const count = (events.get(orderId) ?? 0) + (fresh ? 1 : 0);
    events.set(orderId, count);
    const row = document.getElementById(`order-${orderId}`) ?? document.createElement('tr');
    row.id = `order-${orderId}`;
    const cells = [orderId, clientOrderId, status ?? '', `${count}`];
    row.replaceChildren(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    if (!row.isConnected)
        element('orders').prepend(row);
}
async function trade() {
    const form = element('order');
    const { status } = await ask('/me', {}, tell);
    element('caller').textContent = status === 200 ? 'logged in' : `not admitted: ${status}`;
    form.hidden = false;
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const fields = new FormData(form);
        element('outcome').textContent = 'sent';
        buy(String(fields.get('price')), String(fields.get('qty')), tell).then((outcome) => (element('outcome').textContent = outcome), (error) => (element('outcome').textContent = `not known: ${String(error)}`));
    });
    await keepSession({ order: show, tell, state: (text) => (element('socket').textContent = text) });
}
const login = element('login');
login.addEventListener('click', () => void beginLogin());
finishLogin()
    .catch((error) => {
    tell(`the login failed: ${String(error)}`);
    return false;
})
    .then((isLoggedIn) => {
    login.hidden = isLoggedIn;
    return isLoggedIn ? trade() : undefined;
})
    .catch((error) => tell(String(error)));
