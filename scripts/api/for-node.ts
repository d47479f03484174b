/**
 * What a bundler for browsers is given of the package (the condition `browser` of its exports). The sandbox is a server on
 * Node's own HTTP: no bundle of it runs in a page or in a service worker.
 */
throw new Error(
  "touchstone is for Node: start 'npx touchstone sandbox --cors ORIGIN' beside the page, and give the page its address (README, A client in a browser)",
);

export {};
