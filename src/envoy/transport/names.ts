/** What may carry Envoy's calls: our own gRPC on Node's HTTP/2, or @grpc/grpc-js. */
export const TRANSPORT_NAMES = ['http2', 'grpc-js'] as const;
export type TransportName = (typeof TRANSPORT_NAMES)[number];
