import { Alert, Button, Stack, Tabs } from '@mantine/core';
import { IconAdjustments, IconDownload, IconEye, IconHistory, IconId, IconRuler2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../components/layout.tsx';
import { Answer } from '../components/states.tsx';
import { useUnsaved } from '../components/unsaved.tsx';
import { TABS } from '../lib/address-faults.ts';
import { apiUrl, call } from '../lib/client.ts';
import { oneOf } from '../lib/search.ts';
import { useCan } from '../lib/session.ts';
import type { Settings } from '../lib/types.ts';
import { useDraft } from '../policy/draft.ts';
import { Entities } from '../policy/entities.tsx';
import { General } from '../policy/general.tsx';
import { Revisions } from '../policy/revisions.tsx';
import { Rules } from '../policy/rules.tsx';
import { SaveBar } from '../policy/save.tsx';

const Sections = ({ settings }: { settings: Settings }) => {
  const canEdit = useCan('admin');
  const draft = useDraft(settings, canEdit);
  useUnsaved(draft.changes.length > 0, 'page');
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Stack gap="sm">
      {canEdit ? null : (
        <Alert variant="light" color="gray" icon={<IconEye aria-hidden />}>
          You can read the policy; admins change it.
        </Alert>
      )}
      <Tabs
        value={oneOf(search, 'tab', TABS['/policy'])}
        onChange={(tab) => void navigate({ to: '/policy', search: { tab: tab ?? 'general' } })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="general" leftSection={<IconAdjustments size={16} aria-hidden />}>
            General
          </Tabs.Tab>
          <Tabs.Tab value="entities" leftSection={<IconId size={16} aria-hidden />}>
            Personal data and secrets
          </Tabs.Tab>
          <Tabs.Tab value="rules" leftSection={<IconRuler2 size={16} aria-hidden />}>
            Rules
          </Tabs.Tab>
          <Tabs.Tab value="revisions" leftSection={<IconHistory size={16} aria-hidden />}>
            Revisions
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <General draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="entities">
          <Entities draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <Rules draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="revisions">
          <Revisions canRevert={canEdit} />
        </Tabs.Panel>
      </Tabs>
      <SaveBar draft={draft} />
    </Stack>
  );
};

export const PolicyPage = () => {
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => call<Settings>('GET', '/settings') });
  return (
    <>
      <PageHeader
        title="Policy"
        description={
          settings.data === undefined
            ? 'What is looked for, and what is done about it'
            : `Revision ${settings.data.revision}; a request keeps the revision with which it began`
        }
        actions={
          <Button
            component="a"
            href={apiUrl('/settings/export')}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as YAML
          </Button>
        }
      />
      <Answer query={settings}>{(data) => <Sections settings={data} />}</Answer>
    </>
  );
};
