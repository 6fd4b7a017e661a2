import { Button, Checkbox, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../components/ask.tsx';
import { Dialog } from '../components/dialog.tsx';
import { RoleLack } from '../components/role-lack.tsx';
import { call, listItems, messageOf, segment } from '../lib/client.ts';
import { useKept, useKeptOpen } from '../lib/kept.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { parseSearch, type Search, stringifySearch } from '../lib/search.ts';
import { useCan, useUser } from '../lib/session.ts';
import type { SavedView } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { recordOf, textOf } from '../policy/draft.ts';

type View = Readonly<{ name: string; isShared: boolean }>;

const NEW: View = { name: '', isShared: false };

const readView = (stored: unknown): View => {
  const { name, isShared } = recordOf(stored);
  return { name: textOf(name, ''), isShared: isShared === true };
};

const SaveView = ({ search, onClose }: { search: Search; onClose: () => void }) => {
  const client = useQueryClient();
  const [{ name, isShared }, setView] = useKept('view', NEW, readView);
  const save = useMutation({
    mutationFn: () =>
      call('POST', '/views', {
        name,
        query: stringifySearch({ ...search, open: undefined }).slice(1),
        isShared,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['views'] });
      tellDone(`Saved as “${visibleString(name)}”.`);
      onClose();
    },
    onError: tellFailure,
  });
  return (
    <Dialog onClose={onClose} title="Save these filters and columns">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <RoleLack least="analyst" />
          <TextInput
            label="Name"
            required
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setView({ name: event.currentTarget.value, isShared })}
          />
          <Checkbox
            label="Everybody may use it"
            checked={isShared}
            onChange={(event) => setView({ name, isShared: event.currentTarget.checked })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save the view
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

export const Views = ({ search, onOpen }: { search: Search; onOpen: (search: Search) => void }) => {
  const user = useUser();
  const client = useQueryClient();
  const canSave = useCan('analyst');
  const [isSaving, setSaving] = useKeptOpen('new view');
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const views = useQuery({ queryKey: ['views'], queryFn: () => listItems<SavedView>('/views') });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE', `/views/${segment(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['views'] }),
    onError: tellFailure,
  });
  const own = canSave ? (views.data ?? []).filter(({ owner }) => owner === user.email) : [];
  return (
    <>
      <Menu shadow="md" position="bottom-end" width={270}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(views.data ?? []).length === 0 ? (
            <Menu.Label>{views.error === null ? 'No saved views yet' : messageOf(views.error)}</Menu.Label>
          ) : null}
          {(views.data ?? []).map((view) => (
            <Menu.Item key={view.id} onClick={() => onOpen(parseSearch(view.query))}>
              <Text size="sm" truncate>
                {visibleString(view.name)}
              </Text>
              {view.isShared ? (
                <Text size="xs" c="dimmed" truncate>
                  shared by {visibleString(view.owner)}
                </Text>
              ) : null}
            </Menu.Item>
          ))}
          {canSave ? <Menu.Divider /> : null}
          {canSave ? (
            <Menu.Item onClick={() => setSaving(true)} leftSection={<IconBookmark size={16} aria-hidden />}>
              Save this view …
            </Menu.Item>
          ) : null}
          {own.length > 0 ? <Menu.Divider /> : null}
          {own.map((view) => (
            <Menu.Item
              key={`delete-${view.id}`}
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDeleting(view)}
            >
              <Text size="sm" truncate>
                Delete “{visibleString(view.name)}” …
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {deleting === null ? null : (
        <AskDialog
          question={{
            title: `Delete “${visibleString(deleting.name)}”?`,
            text: deleting.isShared
              ? 'It goes away for everybody: it is shared.'
              : 'It cannot be brought back; the requests stay.',
            confirm: 'Delete the view',
          }}
          onConfirm={() => remove.mutate(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
      {isSaving ? <SaveView search={search} onClose={() => setSaving(false)} /> : null}
    </>
  );
};
