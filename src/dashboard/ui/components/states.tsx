import { Alert, Button, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { refusedValues } from '../lib/address-faults.ts';
import { ApiFailure, messageOf } from '../lib/client.ts';
import { visibleString } from '../lib/visible.ts';
import { NotUnderstood } from './address-faults.tsx';

export const Loading = ({ rows = 6, height = 34 }: { rows?: number; height?: number }) => (
  <Stack gap="xs" p="md" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <Skeleton key={at} height={height} radius="sm" />
    ))}
  </Stack>
);

export const Failed = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  // The same again would be refused again.
  const refused = refusedValues(error, useSearch({ strict: false }));
  return refused.length > 0 ? (
    <NotUnderstood m="md" faults={refused} title="Part of this address is not understood" />
  ) : (
    <Trouble
      color="red"
      role="alert"
      title="This could not be loaded"
      error={error}
      {...(onRetry === undefined ? {} : { onRetry })}
    />
  );
};

/** What went wrong, and asking again where that may help. */
const Trouble = ({
  error,
  onRetry,
  ...alert
}: {
  error: unknown;
  onRetry?: () => void;
  color: string;
  title: string;
  role: 'alert' | 'status';
}) => (
  <Alert {...alert} variant="light" m="md" icon={<IconAlertTriangle aria-hidden />}>
    <Group justify="space-between">
      <Text size="sm">{messageOf(error)}</Text>
      {onRetry === undefined ? null : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </Group>
  </Alert>
);

/** Old numbers look like new ones: said above what is shown where asking again failed. */
export const Stale = (props: { error: unknown; onRetry: () => void }) => (
  <Trouble {...props} color="orange" role="status" title="This is not up to date" />
);

/** What the server did not take, and all that is wrong with it. */
export const Refused = ({ error }: { error: unknown }) => (
  <Alert
    variant="light"
    color="red"
    icon={<IconAlertTriangle aria-hidden />}
    role="alert"
    title={messageOf(error)}
  >
    {error instanceof ApiFailure && error.issues.length > 0 ? (
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {error.issues.map(({ path, message }) => (
          <li key={`${path}${message}`}>
            <code>{visibleString(path)}</code>: {visibleString(message)}
          </li>
        ))}
      </ul>
    ) : null}
  </Alert>
);

export const Empty = ({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <Stack align="center" gap={6} py={48} px="md">
    <ThemeIcon size={44} radius="xl" variant="light" color="gray" mb={4}>
      {icon}
    </ThemeIcon>
    <Title order={2} size="h3" ta="center">
      {title}
    </Title>
    {children === undefined ? null : (
      <Text c="dimmed" size="sm" ta="center" maw={460}>
        {children}
      </Text>
    )}
    {action}
  </Stack>
);

/** The three states of an answer, and what to do with it when it is there. */
export const Answer = <T,>({
  query,
  children,
  loading,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
  loading?: ReactNode;
}) => {
  if (query.data !== undefined)
    return (
      <>
        {query.error === null ? null : <Stale error={query.error} onRetry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    );
  if (query.error !== null) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return loading ?? <Loading />;
};
