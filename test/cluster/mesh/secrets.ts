import { Server, ServerCredentials, type ServerDuplexStream, type ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON, type MessageTypeDefinition } from '@grpc/proto-loader';

/**
 * In place of istio-agent, which hands each proxy its own certificate and the authorities that it trusts. Without an answer
 * clusters and listeners that speak TLS, and all that waits for them, would not come into use.
 */
export type SecretServer = Readonly<{ port: number; close: () => void }>;

const TYPE = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';
const PACKAGE = 'envoy.service.secret.v3';

const field = (id: number, type = 'string', rule?: 'repeated'): object => ({
  id,
  type,
  ...(rule && { rule }),
});

/** Of Envoy's messages the fields that are used here. */
const v3 = {
  DiscoveryRequest: { fields: { resourceNames: field(3, 'string', 'repeated'), responseNonce: field(5) } },
  Any: { fields: { typeUrl: field(1), value: field(2, 'bytes') } },
  DiscoveryResponse: {
    fields: {
      versionInfo: field(1),
      resources: field(2, 'Any', 'repeated'),
      typeUrl: field(4),
      nonce: field(5),
    },
  },
  DataSource: { fields: { inlineString: field(3) } },
  Certificate: { fields: { certificateChain: field(1, 'DataSource'), privateKey: field(2, 'DataSource') } },
  ValidationContext: { fields: { trustedCa: field(1, 'DataSource') } },
  Secret: {
    fields: {
      name: field(1),
      tlsCertificate: field(2, 'Certificate'),
      validationContext: field(4, 'ValidationContext'),
    },
  },
  SecretDiscoveryService: {
    methods: {
      StreamSecrets: {
        requestType: 'DiscoveryRequest',
        requestStream: true,
        responseType: 'DiscoveryResponse',
        responseStream: true,
      },
    },
  },
};

type Request = Readonly<{ resourceNames?: readonly string[]; responseNonce?: string }>;
type Call = ServerDuplexStream<Request, object>;

const definitions = fromJSON({
  nested: { envoy: { nested: { service: { nested: { secret: { nested: { v3: { nested: v3 } } } } } } } },
} as Parameters<typeof fromJSON>[0]);
const service = definitions[`${PACKAGE}.SecretDiscoveryService`] as unknown as ServiceDefinition;
const secretType = definitions[`${PACKAGE}.Secret`] as MessageTypeDefinition<object, object>;

/** All as PEM. */
export type Pems = Readonly<{ certificate: string; key: string; ca: string }>;

/** The one name by which a proxy asks for its own certificate; all others are for authorities. */
const OWN = 'default';

export const startSecretServer = async ({ certificate, key, ca }: Pems): Promise<SecretServer> => {
  const secret = (name: string): object =>
    name === OWN
      ? {
          name,
          tlsCertificate: {
            certificateChain: { inlineString: certificate },
            privateKey: { inlineString: key },
          },
        }
      : { name, validationContext: { trustedCa: { inlineString: ca } } };
  const answer = (names: readonly string[]): object => ({
    versionInfo: '1',
    nonce: '1',
    typeUrl: TYPE,
    resources: names.map((name) => ({ typeUrl: TYPE, value: secretType.serialize(secret(name)) })),
  });
  const server = new Server();
  server.addService(service, {
    StreamSecrets: (call: Call) => {
      // All further messages of a stream say whether Envoy took the answer.
      call.once('data', ({ resourceNames = [] }: Request) => call.write(answer(resourceNames)));
      call.on('end', () => call.end());
      call.on('error', () => undefined);
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return { port, close: () => server.forceShutdown() };
};
