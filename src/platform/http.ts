/**
 * Node's HTTP server without `import`, which reads all that the module exports: among that are WebSockets, for which Node loads its
 * `fetch`, too. Neither is of use to a processor, and they take 6 MB.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
