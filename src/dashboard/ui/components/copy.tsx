import { ActionIcon, Button, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

export const CopyIcon = ({ value, what }: { value: string; what: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          aria-label={copied ? 'Copied' : `Copy ${what}`}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

/** Something that is shown once: in full, with a button that copies it. */
export const Secret = ({ value, what }: { value: string; what: string }) => (
  <Group gap="xs" wrap="nowrap" align="stretch">
    <pre className="code-block" style={{ flex: 1 }} data-testid="secret">
      {value}
    </pre>
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          onClick={copy}
          h="auto"
          color={copied ? 'green' : 'indigo'}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copied' : `Copy ${what}`}
        </Button>
      )}
    </CopyButton>
  </Group>
);

export const CodeBlock = ({ code, what }: { code: string; what: string }) => (
  <div style={{ position: 'relative' }}>
    <pre className="code-block">{code}</pre>
    <div style={{ position: 'absolute', top: 6, right: 6 }}>
      <CopyIcon value={code} what={what} />
    </div>
  </div>
);
