import Provider from 'oidc-provider';

/**
 * A real OpenID Connect provider as a process of its own: `PORT REDIRECT_URI`. Takes everybody for Grace, who is verified;
 * a message to it is the list of her groups from then on.
 */
const [port, redirectUri] = process.argv.slice(2);
if (port === undefined || redirectUri === undefined) throw new Error('oidc-provider.ts PORT REDIRECT_URI');

let groups: unknown = [];
process.on('message', (message) => {
  groups = message;
});

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'portcullis',
      client_secret: 'a-secret-of-the-client',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  conformIdTokenClaims: false,
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: 'grace@corp.example',
      email_verified: true,
      name: 'Grace Hopper',
      groups,
    }),
  }),
  features: { devInteractions: { enabled: true } },
  cookies: { keys: ['k'] },
  ttl: { Interaction: 300, Session: 300, Grant: 300, IdToken: 300, AccessToken: 300 },
});
provider.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
