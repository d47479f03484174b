// @ts-nocheck: a page's script; the compiler knows this program's types, not those of a browser.
/** The second part of the page: the sockets, as the AsyncAPI document of the same member tells of them. */

const root = document.getElementById('sockets');

/** An element with what it holds: text is text, whatever it says. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

const code = (text) => make('code', {}, text);
const block = (text) => make('pre', { tabindex: '0' }, code(text));
const frame = (payload) => block(JSON.stringify(payload, null, 2));
const assumed = (of) =>
  of['x-assumed'] ? make('span', { class: 'assumed', title: 'Not shown by the interface' }, 'assumed') : null;

/** What `{ $ref }` names, as often as one reference leads to another. */
function resolved(contract, of) {
  if (of.$ref === undefined) return of;
  const parts = of.$ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return resolved(
    contract,
    parts.reduce((at, part) => at[part], contract),
  );
}

function messageParts(contract, reference) {
  const message = resolved(contract, reference);
  return [
    make('h5', {}, message.title, ' ', assumed(message)),
    make('p', {}, message.summary),
    ...message.examples.map(({ payload }) => frame(payload)),
  ];
}

/** One op with its answers, or one event. */
function operationPart(contract, [id, operation]) {
  const name = id.split('.').at(-1);
  const isOp = operation.action === 'receive';
  return make(
    'details',
    { id: `sockets-${id}` },
    make(
      'summary',
      {},
      make('span', { class: isOp ? 'op' : 'event' }, isOp ? 'op' : 'event'),
      ' ',
      code(name),
      ' ',
      make('span', { class: 'says' }, operation.summary),
      ' ',
      assumed(operation),
    ),
    ...operation.messages.flatMap((reference) => messageParts(contract, reference)),
    ...(operation.reply?.messages ?? []).flatMap((reference) => messageParts(contract, reference)),
  );
}

function howToOpen(name, address) {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${address}`;
  if (name !== 'trading') {
    return [
      make('h4', {}, 'Open it'),
      block(
        `const socket = new WebSocket('${url}');\nsocket.onopen = () =>\n  socket.send(JSON.stringify({ op: 'auth', reqId: 'a1', params: { token } }));`,
      ),
    ];
  }
  return [
    make('h4', {}, 'Open it from a browser, with a ticket'),
    block(
      `const answer = await fetch('/v1/ws-tickets', {\n  method: 'POST',\n  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },\n  body: '{"stream":"trading"}',\n});\nconst { ticket } = await answer.json();\nconst socket = new WebSocket(\`${url}?ticket=\${ticket}\`);`,
    ),
    make('h4', {}, 'Open it from Node, with the bearer token'),
    block(
      `import WebSocket from 'ws';\n\nconst socket = new WebSocket('${url}', {\n  headers: { Authorization: \`Bearer \${token}\` },\n});`,
    ),
  ];
}

function channelPart(contract, [name, channel]) {
  const [server] = channel.servers;
  const operations = Object.entries(contract.operations).filter(
    ([, operation]) => operation.channel.$ref === `#/channels/${name}`,
  );
  return make(
    'section',
    { class: 'socket' },
    make('h3', {}, `${channel.title} `, code(channel.address), ' ', assumed(channel)),
    make('p', {}, resolved(contract, server).description),
    ...howToOpen(name, channel.address),
    make('h4', {}, 'Operations and events'),
    ...operations.map((entry) => operationPart(contract, entry)),
  );
}

function codesPart({ components }) {
  const rows = components.schemas.SocketRefusalCode['x-codes'].map((row) =>
    make(
      'tr',
      {},
      make(
        'td',
        {},
        code(row.code),
        row.emitted === false
          ? make('div', { class: 'says' }, 'listed, not emitted by the trading socket of this version')
          : null,
      ),
      make('td', {}, row.retryable ? 'yes' : 'no'),
    ),
  );
  const titles = ['Code', 'Retryable'].map((title) => make('th', { scope: 'col' }, title));
  return make(
    'section',
    { class: 'socket' },
    make('h3', {}, 'Refusal codes'),
    make('p', {}, 'Append-only: tolerate a code that is not listed, and decide by retryable.'),
    make('table', {}, make('thead', {}, make('tr', {}, ...titles)), make('tbody', {}, ...rows)),
  );
}

async function show() {
  const answer = await fetch('/docs/asyncapi.json');
  if (!answer.ok) throw new Error(`/docs/asyncapi.json answered ${answer.status}`);
  const contract = await answer.json();
  root.replaceChildren(
    make(
      'h2',
      {},
      'Sockets ',
      make('span', { class: 'version' }, contract.info.version),
      ' ',
      make('a', { href: '/docs/asyncapi.json' }, '/docs/asyncapi.json'),
    ),
    make('p', {}, contract.info.description),
    ...Object.entries(contract.channels).map((entry) => channelPart(contract, entry)),
    codesPart(contract),
  );
}

show().catch((error) => {
  root.replaceChildren(make('p', { role: 'alert' }, `The sockets cannot be shown: ${error.message}. Reload the page.`));
});
