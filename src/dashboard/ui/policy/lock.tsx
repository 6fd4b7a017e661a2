import { Badge, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Draft } from './draft.ts';

/** Says why a setting cannot be changed here. */
export const Lock = ({ draft, name }: { draft: Draft; name: string }) =>
  draft.isLocked(name) ? (
    <Tooltip label="The configuration file or the environment sets it, and they win. Change it there.">
      <Badge variant="light" color="gray" leftSection={<IconLock size={12} aria-hidden />} tabIndex={0}>
        Set by the configuration file
      </Badge>
    </Tooltip>
  ) : null;
