import { Button, Checkbox, Menu, Popover, Stack } from '@mantine/core';
import { IconColumns3, IconDownload } from '@tabler/icons-react';
import { apiUrl, type Params } from '../lib/client.ts';
import { COLUMNS } from './columns.tsx';
import type { Change } from './typed-filter.tsx';

export const ColumnMenu = ({ columns, onChange }: { columns: readonly string[]; onChange: Change }) => (
  <Popover position="bottom-end" shadow="md" trapFocus>
    <Popover.Target>
      <Button variant="default" visibleFrom="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <Stack gap={8}>
        {COLUMNS.map(({ id, title }) => (
          <Checkbox
            key={id}
            size="sm"
            label={title}
            checked={columns.includes(id)}
            disabled={id === 'time'}
            onChange={(event) => {
              const isShown = event.currentTarget.checked;
              const next = COLUMNS.filter((each) => (each.id === id ? isShown : columns.includes(each.id)));
              onChange({ columns: next.map((each) => each.id).join(',') });
            }}
          />
        ))}
      </Stack>
    </Popover.Dropdown>
  </Popover>
);

/** @param path Of the API, which takes `format` beside the parameters. */
export const ExportMenu = ({ path, params }: { path: string; params: Params }) => (
  <Menu shadow="md" position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {(['csv', 'jsonl'] as const).map((format) => (
        <Menu.Item key={format} component="a" href={apiUrl(path, { ...params, format })} download>
          {format === 'csv' ? 'CSV (comma-separated)' : 'JSON Lines'}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
