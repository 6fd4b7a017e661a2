/** What may carry Envoy's calls: our own gRPC on our own HTTP/2, the same on Node's HTTP/2, or @grpc/grpc-js. */
export const TRANSPORT_NAMES = ['net', 'http2', 'grpc-js'] as const;
export type TransportName = (typeof TRANSPORT_NAMES)[number];
