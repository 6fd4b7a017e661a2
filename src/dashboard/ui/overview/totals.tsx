import { Alert, Box, Group, SimpleGrid, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AnchorLink } from '../components/links.tsx';
import { compact, count, percent, plural } from '../lib/format.ts';
import { type Range, rangeSearch } from '../lib/range.ts';
import type { Overview } from '../lib/types.ts';

type Shown = Pick<Overview, 'totals' | 'before'> & { range: Range; keyId: string | null };

/** The requests of the same time and key in an address. */
const sameRequests = ({ range, keyId }: Shown, filter: Record<string, string>): Record<string, string> => ({
  ...rangeSearch(range),
  ...filter,
  ...(keyId === null ? {} : { keyId }),
});

/** In percent, rounded; what came where there was nothing has no share. */
const shareOf = (now: number, before: number): number =>
  before === 0 ? Number.POSITIVE_INFINITY : Math.round((100 * (now - before)) / before);

const changeWords = (share: number): string => {
  if (share === Number.POSITIVE_INFINITY) return 'new';
  if (share > 999) return '> +999 %';
  return `${share > 0 ? '+' : ''}${share} %`.replace('-', '−');
};

const ARROWS = [IconArrowDownRight, IconMinus, IconArrowUpRight] as const;

const Change = ({ now, before, isBadWhenMore }: { now: number; before: number; isBadWhenMore: boolean }) => {
  if (before === 0 && now === 0)
    return (
      <Text size="xs" c="dimmed">
        no change
      </Text>
    );
  const share = shareOf(now, before);
  const Icon = ARROWS[Math.sign(share) + 1] ?? IconMinus;
  const isBad = isBadWhenMore && share > 0;
  return (
    <Tooltip label={`${count(before)} in the time before`}>
      <Group gap={2} wrap="nowrap" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'} w="fit-content">
        <Icon size={14} aria-hidden />
        <Text size="xs" fw={500} className="number">
          {changeWords(share)}
        </Text>
      </Group>
    </Tooltip>
  );
};

const Total = ({
  name,
  value,
  search,
  note,
  before,
  isBadWhenMore = false,
}: {
  name: string;
  value: number;
  /** Which requests it counts. */
  search: Record<string, string>;
  note?: ReactNode;
  /** Undefined beside a server of the version before, as while an upgrade goes on. */
  before: number | undefined;
  isBadWhenMore?: boolean;
}) => (
  <Box role="group" aria-label={name} className="card" style={{ padding: '14px 16px' }}>
    <AnchorLink to="/requests" search={search} size="sm" fw={500}>
      {name}
    </AnchorLink>
    <Tooltip label={count(value)} disabled={value < 100_000}>
      <Text fz={26} fw={650} lh={1.25} mt={2} className="number" data-total={name} w="fit-content">
        {compact(value)}
      </Text>
    </Tooltip>
    <Group gap={8} mih={20}>
      {before === undefined ? null : <Change now={value} before={before} isBadWhenMore={isBadWhenMore} />}
    </Group>
    <Text size="xs" c="dimmed" mt={2} mih={18}>
      {note}
    </Text>
  </Box>
);

/** A server of the version before, as while an upgrade goes on, says nothing of what passed through. */
const RequestsNote = (shown: Shown) => {
  const { refused, passedThrough } = shown.totals;
  return (
    <>
      {count(refused)} refused
      {passedThrough > 0 ? (
        <>
          {' · '}
          <AnchorLink to="/requests" search={sameRequests(shown, { passedThrough: 'true' })} inherit>
            {count(passedThrough)} passed through
          </AnchorLink>
        </>
      ) : null}
    </>
  );
};

export const Totals = (shown: Shown) => {
  const { totals, before } = shown;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <Total
        name="Requests"
        search={sameRequests(shown, {})}
        value={totals.requests}
        before={before.requests}
        note={<RequestsNote {...shown} />}
      />
      <Total
        name="Blocked"
        search={sameRequests(shown, { outcome: 'blocked' })}
        value={totals.blocked}
        before={before.blocked}
        note={`${percent(totals.blocked, totals.requests)} of requests`}
        isBadWhenMore
      />
      <Total
        name="Would block"
        search={sameRequests(shown, { wouldBlock: 'true' })}
        value={totals.wouldBlock}
        before={before.wouldBlock}
        note="in the other modes"
        isBadWhenMore
      />
      <Total
        name="Flagged"
        search={sameRequests(shown, { outcome: 'flagged' })}
        value={totals.flagged}
        before={before.flagged}
        note="went on, marked"
      />
      <Total
        name="Redacted"
        search={sameRequests(shown, { outcome: 'redacted' })}
        value={totals.redacted}
        before={before.redacted}
        note="went on changed"
      />
      <Total
        name="Unjudged"
        search={sameRequests(shown, { hasUnjudged: 'true' })}
        value={totals.unjudged}
        before={before.unjudged}
        note="not scanned in full"
        isBadWhenMore
      />
    </SimpleGrid>
  );
};

export const FailOpen = (shown: Shown) => {
  const { totals, before } = shown;
  return totals.failOpen === 0 ? null : (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${plural(totals.failOpen, 'request')} went on although the scan had failed`}
    >
      <Text size="sm">
        {count(before.failOpen)} in the time before. Whether a failed scan blocks or lets a request go on is
        set under{' '}
        <AnchorLink to="/policy" inherit underline="always">
          Policy
        </AnchorLink>
        ; look at{' '}
        <AnchorLink
          to="/requests"
          search={sameRequests(shown, { hasUnjudged: 'true' })}
          inherit
          underline="always"
        >
          what was not judged
        </AnchorLink>
        .
      </Text>
    </Alert>
  );
};
