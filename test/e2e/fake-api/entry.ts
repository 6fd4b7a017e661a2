// The way in, and who is there.
import { z } from 'zod';
import * as access from '../../../src/dashboard/api/access.ts';
import { items, NONE, type Reply, type Route, refusal } from './route.ts';
import type { State } from './state.ts';

export const entryRoutes = (state: State): readonly Route[] => {
  const enter = (): Reply => {
    state.isSignedIn = true;
    state.needsSetup = false;
    return { status: 201, schema: access.User, answer: state.me };
  };
  return [
    [
      'GET',
      /^\/session$/,
      () => ({
        schema: access.Session,
        answer: {
          user: state.isSignedIn ? state.me : null,
          needsSetup: state.needsSetup,
          oidcName: 'Example SSO',
          oidcGivesRoles: true,
          version: '0.1.0',
          gatewayUrl: 'https://gateway.example.com',
        },
      }),
    ],
    [
      'POST',
      /^\/session$/,
      ({ body }) =>
        access.SignIn.parse(body).password === 'correct horse battery'
          ? enter()
          : refusal(401, 'authentication_error', 'wrong_credentials', 'E-mail or password is wrong.'),
    ],
    [
      'DELETE',
      /^\/session$/,
      () => {
        state.isSignedIn = false;
        return { status: 204, schema: NONE };
      },
    ],
    [
      'POST',
      /^\/setup$/,
      ({ body }) =>
        access.Setup.parse(body).token === 'tok_setup'
          ? enter()
          : refusal(401, 'authentication_error', 'bad_token', 'The token is wrong or used.'),
    ],
    [
      'POST',
      /^\/invitations\/look$/,
      () => ({
        schema: z.object({ email: z.string(), role: access.Role }),
        answer: { email: 'new@example.com', role: 'analyst' },
      }),
    ],
    [
      'POST',
      /^\/invitations\/accept$/,
      ({ body }) => {
        access.AcceptInvitation.parse(body);
        return enter();
      },
    ],
    [
      'POST',
      /^\/password\/reset$/,
      ({ body }) => {
        access.PasswordReset.parse(body);
        return { status: 204, schema: NONE };
      },
    ],
    [
      'POST',
      /^\/password$/,
      ({ body }) => {
        access.PasswordChange.parse(body);
        return { status: 204, schema: NONE };
      },
    ],
    [
      'GET',
      /^\/sessions$/,
      () => ({
        schema: items(access.OwnSession),
        answer: {
          items: [
            {
              id: 'ses_1',
              createdAtMs: state.nowMs - 7_200_000,
              lastSeenAtMs: state.nowMs,
              userAgent: state.words.comment,
              address: '10.2.0.9',
              isCurrent: true,
            },
            {
              id: 'ses_2',
              createdAtMs: state.nowMs - 86_400_000,
              lastSeenAtMs: state.nowMs - 40_000_000,
              userAgent: 'Mozilla/5.0 (iPhone)',
              address: '10.2.0.44',
              isCurrent: false,
            },
          ],
        },
      }),
    ],
    [
      'DELETE',
      /^\/sessions(?:\/([^/]+))?$/,
      ({ params }) => {
        // Everywhere is here, too.
        if (params[0] === undefined) state.isSignedIn = false;
        return { status: 204, schema: NONE };
      },
    ],
    ['GET', /^\/users$/, () => ({ schema: items(access.User), answer: { items: state.users } })],
    [
      'PATCH',
      /^\/users\/([^/]+)$/,
      ({ body }) => ({ schema: access.UserChange, answer: access.UserChange.parse(body) }),
    ],
    [
      'POST',
      /^\/users\/([^/]+)\/reset-link$/,
      () => ({
        schema: z.object({ url: z.string() }),
        answer: { url: 'https://portcullis.example.com/reset-password#token=tok_reset' },
      }),
    ],
    [
      'GET',
      /^\/invitations$/,
      () => ({
        schema: items(access.Invitation),
        answer: {
          items: [
            {
              id: 'inv_1',
              email: 'joan@example.com',
              role: 'viewer',
              createdBy: 'ada@example.com',
              createdAtMs: state.nowMs - 3_600_000,
              expiresAtMs: state.nowMs + 500_000_000,
            },
          ],
        },
      }),
    ],
    [
      'POST',
      /^\/invitations$/,
      ({ body }) => {
        const { email, role } = access.NewInvitation.parse(body);
        return {
          status: 201,
          schema: access.Invitation.extend({ url: z.string() }),
          answer: {
            id: 'inv_2',
            email,
            role,
            createdBy: 'ada@example.com',
            createdAtMs: state.nowMs,
            expiresAtMs: state.nowMs + 604_800_000,
            url: 'https://portcullis.example.com/join#token=tok_invite',
          },
        };
      },
    ],
  ];
};
