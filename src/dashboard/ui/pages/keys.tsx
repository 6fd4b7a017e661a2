import { Alert, Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconKey,
  IconListSearch,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSearchOff,
} from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { MODE_WORDS, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Secret } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Card, PageHeader } from '../components/layout.tsx';
import { More } from '../components/more.tsx';
import { RotateDialog } from '../components/rotate.tsx';
import { type RowAction, RowMenu } from '../components/row-menu.tsx';
import { Cell, type Heading, StackedTable } from '../components/stacked-table.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { KeyFilters, useKeyFilters } from '../keys/filters.tsx';
import { KeyForm } from '../keys/form.tsx';
import { useKeysById } from '../keys/lookup.ts';
import { Snippets } from '../keys/snippets.tsx';
import { STATES } from '../keys/states.ts';
import { call, queryString, segment } from '../lib/client.ts';
import { count, plural } from '../lib/format.ts';
import { useKeptItem, useKeptOpen } from '../lib/kept.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useCan } from '../lib/session.ts';
import type { Key, KeyPage } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import type { Change } from '../requests/typed-filter.tsx';

type Created = Readonly<{ key: Key; secret: string }>;

const Once = ({ created, onClose }: { created: Created; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title={`Key “${visibleString(created.key.name)}”`}
    size="xl"
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <Stack>
      <Alert variant="light" color="orange" icon={<IconAlertTriangle aria-hidden />}>
        This is the only time it is shown. Only a hash of it is stored.
      </Alert>
      <Secret value={created.secret} what="the key" />
      <Text fw={600} mt="xs">
        How to use it
      </Text>
      <Snippets gatewayKey={created.secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  </Dialog>
);

const Rotate = ({
  apiKey,
  onRotated,
  onClose,
}: {
  apiKey: Key;
  onRotated: (created: Created) => void;
  onClose: () => void;
}) => {
  const client = useQueryClient();
  return (
    <RotateDialog
      title={`Rotate “${visibleString(apiKey.name)}”`}
      rotate={async (overlapMs) => {
        try {
          const created = await call<Created>('POST', `/keys/${segment(apiKey.id)}/rotate`, { overlapMs });
          return () => onRotated(created);
        } finally {
          // Shown once, so it waits for no list. Where no answer came there may be a new key in it all the same.
          void client.invalidateQueries({ queryKey: ['keys'] });
        }
      }}
      onClose={onClose}
    >
      A new key with the same settings is made. Both hold for as long as you say.
    </RotateDialog>
  );
};

const StateBadge = ({ status }: { status: Key['status'] }) => {
  const { word, color, icon: Icon } = STATES[status];
  return (
    <Badge
      className="status-badge"
      variant="light"
      color={color}
      leftSection={<Icon size={12} aria-hidden />}
    >
      {word}
    </Badge>
  );
};

type Doing = Readonly<{ onEdit: (key: Key) => void; onRotate: (key: Key) => void }>;

const KeyMenu = ({ apiKey, canEdit, onEdit, onRotate }: Doing & { apiKey: Key; canEdit: boolean }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const revoke = useMutation({
    mutationFn: () => call('POST', `/keys/${segment(apiKey.id)}/revoke`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['keys'] });
      tellDone(`“${visibleString(apiKey.name)}” is revoked.`);
    },
    onError: tellFailure,
  });
  const changes: readonly RowAction[] = [
    { word: 'Edit', icon: IconPencil, run: () => onEdit(apiKey) },
    { word: 'Rotate …', icon: IconRefresh, run: () => onRotate(apiKey) },
    {
      word: 'Revoke …',
      icon: IconBan,
      isDanger: true,
      ask: {
        title: `Revoke “${visibleString(apiKey.name)}”?`,
        text: (
          <>
            <p>
              It begins with <Code>{visibleString(apiKey.displayPrefix)}</Code> and was{' '}
              {apiKey.lastUsedAtMs === null ? (
                'never used'
              ) : (
                <>
                  last used <When ms={apiKey.lastUsedAtMs} />
                </>
              )}
              .
            </p>
            <p>Whoever uses it is answered 401 from now on. This cannot be taken back.</p>
          </>
        ),
        confirm: 'Revoke the key',
      },
      run: () => revoke.mutate(),
    },
  ];
  return (
    <RowMenu
      name={apiKey.name}
      actions={[
        ...(canEdit && apiKey.status !== 'revoked' ? changes : []),
        {
          word: 'Show its requests',
          icon: IconListSearch,
          run: () => void navigate({ to: '/requests', search: { keyId: apiKey.id } }),
        },
      ]}
    />
  );
};

const HEADINGS = [
  { name: 'Name' },
  { name: 'State' },
  { name: 'Mode' },
  { name: 'Sensitivity' },
  { name: 'Limit', isNumber: true },
  { name: 'Last used' },
  { name: 'Expires' },
  { name: 'Actions', isHidden: true },
] as const satisfies readonly Heading[];

const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

const Row = ({ apiKey, canEdit, ...doing }: Doing & { apiKey: Key; canEdit: boolean }) => (
  <Table.Tr role="row">
    <Cell maxWidth={340}>
      <Text size="sm" fw={600} component="div" title={visibleString(apiKey.name)}>
        <CallerText text={apiKey.name} isLine />
      </Text>
      <Code>{visibleString(apiKey.displayPrefix)}…</Code>
      {apiKey.entities === null ? null : (
        <Text size="xs" c="dimmed">
          {plural(Object.keys(apiKey.entities).length, 'own rule')} for personal data
        </Text>
      )}
    </Cell>
    <Cell name="State">
      <StateBadge status={apiKey.status} />
    </Cell>
    <Cell name="Mode">
      {apiKey.mode === null ? <Dimmed>policy</Dimmed> : MODE_WORDS[apiKey.mode].word}
      {apiKey.rolloutPercent === 100 ? null : (
        <Text size="xs" c="dimmed">
          on {apiKey.rolloutPercent} %
        </Text>
      )}
    </Cell>
    <Cell name="Sensitivity">
      {apiKey.sensitivity === null ? <Dimmed>policy</Dimmed> : SENSITIVITY_WORDS[apiKey.sensitivity].word}
    </Cell>
    <Cell name="Limit" isNumber>
      {apiKey.rateLimitPerMinute === null ? <Dimmed>none</Dimmed> : `${count(apiKey.rateLimitPerMinute)}/min`}
    </Cell>
    <Cell name="Last used">
      <When ms={apiKey.lastUsedAtMs} />
    </Cell>
    <Cell name="Expires">
      <When ms={apiKey.expiresAtMs} />
    </Cell>
    <Cell isActions>
      <KeyMenu apiKey={apiKey} canEdit={canEdit} {...doing} />
    </Cell>
  </Table.Tr>
);

const NoKeys = ({ isFiltered, add, onClear }: { isFiltered: boolean; add: ReactNode; onClear: Change }) =>
  isFiltered ? (
    <Empty
      icon={<IconSearchOff size={22} aria-hidden />}
      title="No key agrees"
      action={
        <Button variant="default" onClick={() => onClear({ search: undefined, status: undefined })}>
          Show all keys
        </Button>
      }
    >
      Looked for in names, ids and how keys begin.
    </Empty>
  ) : (
    <Empty icon={<IconKey size={22} aria-hidden />} title="No keys yet" action={add}>
      An application needs one to send requests through the gateway, beside its provider’s own key.
    </Empty>
  );

export const KeysPage = () => {
  const canEdit = useCan('admin');
  const { search, status, isFiltered, change } = useKeyFilters();
  const keys = useInfiniteQuery({
    queryKey: ['keys', 'page', search, status],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<KeyPage>('GET', `/keys${queryString({ search, status, cursor: pageParam })}`, undefined, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const all = keys.data?.pages.flatMap(({ items }) => items) ?? null;
  const [isCreating, setCreating] = useKeptOpen('new key');
  const [shown, setEdited, editedId] = useKeptItem('key', all);
  // It may stand on a page that was not loaded again.
  const [missing = null] = useKeysById(shown === null && editedId !== null ? [editedId] : []);
  const edited = shown ?? missing;
  const [rotated, setRotated] = useState<Key | null>(null);
  const [created, setCreated] = useState<Created | null>(null);
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New key
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Keys"
        description="Who may send requests through the gateway, and how they are judged"
        actions={add}
      />
      <Stack gap="sm">
        <KeyFilters search={search} status={status} onChange={change} />
        <Card padding={0}>
          <Answer query={keys}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items);
              if (items.length === 0) return <NoKeys isFiltered={isFiltered} add={add} onClear={change} />;
              return (
                <StackedTable label="Keys" headings={HEADINGS} minWidth={700}>
                  {items.map((each) => (
                    <Row
                      key={each.id}
                      apiKey={each}
                      canEdit={canEdit}
                      onEdit={setEdited}
                      onRotate={setRotated}
                    />
                  ))}
                </StackedTable>
              );
            }}
          </Answer>
        </Card>
        {all === null ? null : (
          <More list={keys} shown={all.length} total={keys.data?.pages.at(-1)?.total} one="key" />
        )}
        <Card title="How to use a key" note="The provider’s key goes on untouched and is never stored">
          <Snippets gatewayKey="YOUR_GATEWAY_KEY" />
        </Card>
      </Stack>
      {isCreating ? (
        <KeyForm
          editing={null}
          onCreated={(key, secret) => setCreated({ key, secret })}
          onFind={(name) => change({ search: name, status: undefined })}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {edited === null ? null : (
        <KeyForm
          editing={edited}
          onCreated={() => undefined}
          onFind={() => undefined}
          onClose={() => setEdited(null)}
        />
      )}
      {rotated === null ? null : (
        <Rotate apiKey={rotated} onRotated={setCreated} onClose={() => setRotated(null)} />
      )}
      {created === null ? null : <Once created={created} onClose={() => setCreated(null)} />}
    </>
  );
};
