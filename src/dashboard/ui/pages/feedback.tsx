import { Button, Tabs } from '@mantine/core';
import { IconDownload, IconFilterCheck, IconInbox } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../components/layout.tsx';
import { ExclusionList } from '../feedback/exclusions.tsx';
import { Queue } from '../feedback/queue.tsx';
import { TABS } from '../lib/address-faults.ts';
import { apiUrl } from '../lib/client.ts';
import { oneOf } from '../lib/search.ts';
import { useCan } from '../lib/session.ts';

export const FeedbackPage = () => {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const canExport = useCan('analyst');
  return (
    <>
      <PageHeader
        title="Feedback"
        description="From “not an attack” to an exclusion that was looked at before it counts"
        actions={
          canExport ? (
            <Button
              component="a"
              href={apiUrl('/feedback/export')}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export as training data
            </Button>
          ) : null
        }
      />
      <Tabs
        value={oneOf(search, 'tab', TABS['/feedback'])}
        onChange={(tab) => void navigate({ to: '/feedback', search: { tab: tab ?? 'queue' } })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="queue" leftSection={<IconInbox size={16} aria-hidden />}>
            Queue
          </Tabs.Tab>
          <Tabs.Tab value="exclusions" leftSection={<IconFilterCheck size={16} aria-hidden />}>
            Exclusions
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="queue">
          <Queue />
        </Tabs.Panel>
        <Tabs.Panel value="exclusions">
          <ExclusionList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
