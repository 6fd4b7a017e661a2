import {
  Alert,
  Anchor,
  Button,
  Center,
  Divider,
  Loader,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconLogin2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Brand } from '../components/brand.tsx';
import { Username } from '../components/username.tsx';
import { ApiFailure, apiUrl, call, messageOf } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { readProviderRefusal, SIGN_IN } from '../lib/provider-refusal.ts';
import { useSession } from '../lib/session.ts';
import { rememberPage } from '../lib/tab-memory.ts';
import type { Role, User } from '../lib/types.ts';

const MIN_PASSWORD = 12;

/** The token is behind `#`, which no server and no log gets to see; it is taken out of the address at once. */
const readToken = (): string => {
  const text = window.location.hash.replace(/^#(?:token=)?/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const useToken = (): string => {
  const [token] = useState(readToken);
  useEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname);
  }, []);
  return token;
};

const Frame = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Portcullis`;
  }, [title]);
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Brand size={34} />
        </Center>
        <div className="card" style={{ padding: 28 }}>
          <Title order={1} mb="md" fz={20}>
            {title}
          </Title>
          {children}
        </div>
      </Stack>
    </Center>
  );
};

const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
    {children}
  </Alert>
);

const Refusal = ({ error }: { error: unknown }) =>
  error === null ? null : <Warning>{messageOf(error)}</Warning>;

const issueOf = (error: unknown, path: string): string | undefined =>
  error instanceof ApiFailure ? error.issues.find((issue) => issue.path === path)?.message : undefined;

const onSubmit = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  send();
};

const useEntered = () => {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries();
    if (window.location.pathname !== '/') window.location.assign('/');
  };
};

/** @param hasEnded Somebody was signed in just now, and not by themselves signed out. */
export const SignInPage = ({ hasEnded = false }: { hasEnded?: boolean }) => {
  const { data } = useSession();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [refusal] = useState(() => readProviderRefusal(window.location));
  const signIn = useMutation({
    mutationFn: () => call('POST', '/session', { email, password }),
    onSuccess: async () => {
      // Where the provider sends people back to is no page.
      if (window.location.pathname === SIGN_IN) window.location.assign('/');
      else await client.invalidateQueries();
    },
  });
  return (
    <Frame title="Sign in">
      <form onSubmit={onSubmit(() => signIn.mutate())}>
        <Stack>
          {hasEnded && signIn.error === null ? (
            <Alert color="gray" variant="light" icon={<IconClock aria-hidden />} role="status">
              Your session has ended. Sign in to go on where you were.
            </Alert>
          ) : null}
          {refusal === null || signIn.error !== null ? null : <Warning>{refusal}</Warning>}
          <Refusal error={signIn.error} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Button type="submit" loading={signIn.isPending} leftSection={<IconLogin2 size={18} aria-hidden />}>
            Sign in
          </Button>
          {data?.oidcName == null ? null : (
            <>
              <Divider label="or" />
              <Button
                component="a"
                href={apiUrl('/oidc/start')}
                variant="default"
                onClick={() => rememberPage(window.location)}
              >
                Continue with {data.oidcName}
              </Button>
            </>
          )}
          <Text size="xs" c="dimmed">
            No account, or the password is lost? An admin can invite you or give you a link for a new
            password.
          </Text>
        </Stack>
      </form>
    </Frame>
  );
};

const NewPasswordFields = ({
  password,
  onChange,
  error,
}: {
  password: string;
  onChange: (password: string) => void;
  error: string | undefined;
}) => (
  <PasswordInput
    label="Password"
    description={`At least ${MIN_PASSWORD} characters; a sentence is a good password.`}
    autoComplete="new-password"
    required
    minLength={MIN_PASSWORD}
    value={password}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
  />
);

export const SetupPage = () => {
  const found = useToken();
  const { data } = useSession();
  const [form, setForm] = useState({ token: found, email: '', name: '', password: '' });
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const enter = useEntered();
  const setUp = useMutation({ mutationFn: () => call<User>('POST', '/setup', form), onSuccess: enter });
  if (data?.needsSetup === false) {
    return (
      <Frame title="Already set up">
        <Text size="sm">This installation has an owner.</Text>
        <Anchor href="/" mt="md" display="inline-block">
          Go to the dashboard
        </Anchor>
      </Frame>
    );
  }
  return (
    <Frame title="Set up Portcullis">
      <form onSubmit={onSubmit(() => setUp.mutate())}>
        <Stack>
          <Text size="sm" c="dimmed">
            You make the first account, which owns this installation.
          </Text>
          <Refusal error={setUp.error} />
          {found === '' ? (
            <TextInput
              label="Set-up token"
              description="Printed by “portcullis start”, good for one use"
              required
              value={form.token}
              onChange={(event) => set({ token: event.currentTarget.value })}
            />
          ) : null}
          <TextInput
            label="Name"
            autoComplete="name"
            required
            maxLength={100}
            value={form.name}
            error={issueOf(setUp.error, 'name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={form.email}
            error={issueOf(setUp.error, 'email')}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <NewPasswordFields
            password={form.password}
            onChange={(password) => set({ password })}
            error={issueOf(setUp.error, 'password')}
          />
          <Button type="submit" loading={setUp.isPending}>
            Create the owner’s account
          </Button>
        </Stack>
      </form>
    </Frame>
  );
};

/** The same again would be refused again. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500;

export const InvitePage = () => {
  const token = useToken();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const enter = useEntered();
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call<{ email: string; role: Role }>('POST', '/invitations/look', { token }),
    retry: false,
  });
  const accept = useMutation({
    mutationFn: () => call<User>('POST', '/invitations/accept', { token, name, password }),
    onSuccess: enter,
  });
  if (look.data === undefined) {
    return (
      <Frame title="Invitation">
        {look.error === null ? (
          <Loader aria-label="Loading" />
        ) : (
          <Stack>
            <Refusal error={look.error} />
            {isFinal(look.error) ? (
              <Anchor href="/">Go to the dashboard</Anchor>
            ) : (
              // Whoever loads the page anew loses the token, which its address has no more.
              <Button variant="default" loading={look.isFetching} onClick={() => void look.refetch()}>
                Try again
              </Button>
            )}
          </Stack>
        )}
      </Frame>
    );
  }
  return (
    <Frame title="Join Portcullis">
      <form onSubmit={onSubmit(() => accept.mutate())}>
        <Stack>
          <Text size="sm">
            You are invited as <b>{label(look.data.role)}</b> with <b>{look.data.email}</b>.
          </Text>
          <Refusal error={accept.error} />
          <Username email={look.data.email} />
          <TextInput
            label="Name"
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            error={issueOf(accept.error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NewPasswordFields
            password={password}
            onChange={setPassword}
            error={issueOf(accept.error, 'password')}
          />
          <Button type="submit" loading={accept.isPending}>
            Create my account
          </Button>
        </Stack>
      </form>
    </Frame>
  );
};

export const ResetPage = () => {
  const token = useToken();
  const [password, setPassword] = useState('');
  const reset = useMutation({ mutationFn: () => call('POST', '/password/reset', { token, password }) });
  if (reset.isSuccess) {
    return (
      <Frame title="Password changed">
        <Stack>
          <Alert color="green" variant="light" icon={<IconCheck aria-hidden />}>
            All your sessions were ended.
          </Alert>
          <Button component="a" href="/">
            Sign in
          </Button>
        </Stack>
      </Frame>
    );
  }
  return (
    <Frame title="Choose a new password">
      <form onSubmit={onSubmit(() => reset.mutate())}>
        <Stack>
          <Refusal error={reset.error} />
          <NewPasswordFields
            password={password}
            onChange={setPassword}
            error={issueOf(reset.error, 'password')}
          />
          <Button type="submit" loading={reset.isPending}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Frame>
  );
};
