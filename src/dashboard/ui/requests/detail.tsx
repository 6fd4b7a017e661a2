import { Alert, Badge, Button, Code, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileText, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ModeBadge, OutcomeBadge, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { CopyIcon } from '../components/copy.tsx';
import { Card, Fact } from '../components/layout.tsx';
import { AnchorLink } from '../components/links.tsx';
import { Answer } from '../components/states.tsx';
import { TableScroll } from '../components/table-scroll.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, segment } from '../lib/client.ts';
import { absoluteTime, count, label, micros, plural } from '../lib/format.ts';
import { useCan } from '../lib/session.ts';
import type { RequestDetail, RequestText } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { EraseCard } from './erase.tsx';
import { FeedbackBox } from './feedback-box.tsx';
import { FindingCard } from './finding.tsx';
import { verdictSentence } from './verdict.ts';

const STAGE_COLORS = ['#3646c4', '#0a6e60', '#a34a08', '#6636bd', '#7d5200', '#b3261e', '#1b5fb8', '#555d69'];

const SIDES: Readonly<Record<string, string>> = { input: 'request', output: 'answer' };

/** `input.rules` → `request · rules`. */
const stageWords = (name: string): string =>
  name
    .split('.')
    .map((part) => SIDES[part] ?? part)
    .join(' · ');

const Stages = ({ stages }: { stages: Readonly<Record<string, number>> }) => {
  const entries = Object.entries(stages).filter(([, us]) => us > 0);
  const all = entries.reduce((sum, [, us]) => sum + us, 0);
  if (all === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing was measured.
      </Text>
    );
  return (
    <Stack gap="xs">
      <div
        className="stage-bar"
        role="img"
        aria-label={`${micros(all)} in ${plural(entries.length, 'stage')}`}
      >
        {entries.map(([name, us], at) => (
          <div
            key={name}
            style={{ width: `${(100 * us) / all}%`, background: STAGE_COLORS[at % STAGE_COLORS.length] }}
          />
        ))}
      </div>
      <Group gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map(([name, us], at) => (
          <Group key={name} component="li" gap={6} wrap="nowrap">
            <span
              className="swatch"
              style={{ background: STAGE_COLORS[at % STAGE_COLORS.length] }}
              aria-hidden
            />
            <Text size="xs" className="number">
              {visibleString(stageWords(name))} {micros(us)}
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
};

const Texts = ({ requestId }: { requestId: string }) => {
  const [isShown, setShown] = useState(false);
  const texts = useQuery({
    queryKey: ['text', requestId],
    queryFn: () => call<RequestText>('GET', `/requests/${segment(requestId)}/text`),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever opens it again reads it again, and that is written down again.
    gcTime: 0,
    retry: false,
  });
  if (!isShown) {
    return (
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => setShown(true)}
        >
          Show the full text
        </Button>
        <Text size="sm" c="dimmed">
          Reading it is written to the audit log.
        </Text>
      </Group>
    );
  }
  return (
    <Answer query={texts}>
      {({ segments }) => (
        <Stack gap="sm">
          {segments.map(({ direction, pointer, role, text }) => (
            <div key={`${direction}${pointer}`}>
              <Text size="xs" c="dimmed" mb={4}>
                {direction === 'input' ? 'Request' : 'Answer'} · {visibleString(role)} ·{' '}
                {visibleString(pointer)}
              </Text>
              <div className="code-block">
                <CallerText text={text} />
              </div>
            </div>
          ))}
        </Stack>
      )}
    </Answer>
  );
};

const Head = ({ detail }: { detail: RequestDetail }) => (
  <Card>
    <Stack gap="sm">
      <Group gap="xs">
        <OutcomeBadge
          outcome={detail.outcome}
          wouldBlock={detail.wouldBlock}
          wouldRemove={detail.wouldRemove}
          removed={detail.removed}
        />
        <ModeBadge mode={detail.mode} />
        <Badge variant="light" color="gray">
          {SENSITIVITY_WORDS[detail.sensitivity].word}
        </Badge>
        <Text size="sm" c="dimmed" component="span">
          <When ms={detail.receivedAtMs} /> · {absoluteTime(detail.receivedAtMs)}
        </Text>
      </Group>
      <Text fz="lg" fw={600} lh={1.4} data-testid="verdict">
        {verdictSentence(detail)}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{visibleString(detail.requestId)}</Code>
        <CopyIcon value={detail.requestId} what="the request id" />
      </Group>
      <FeedbackBox detail={detail} />
    </Stack>
  </Card>
);

const Unjudged = ({ unjudged }: { unjudged: Readonly<Record<string, number>> }) => {
  const reasons = Object.entries(unjudged).filter(
    ([reason, number]) => number > 0 && reason !== 'pass_through',
  );
  if (reasons.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title="Not everything was judged"
    >
      <Text size="sm">
        {reasons.map(([reason, number]) => `${label(reason)}: ${count(number)}`).join(' · ')}
      </Text>
    </Alert>
  );
};

const Facts = ({ detail }: { detail: RequestDetail }) => (
  <Card title="Facts">
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="md" mt="xs">
      <Fact name="Key">
        {detail.keyId === null ? (
          <CallerText text={detail.keyName ?? '–'} />
        ) : (
          <AnchorLink to="/keys" search={{ search: detail.keyId }} size="sm">
            <CallerText text={detail.keyName ?? detail.keyId} />
          </AnchorLink>
        )}
      </Fact>
      <Fact name="Model">{detail.model === null ? '–' : <CallerText text={detail.model} />}</Fact>
      <Fact name="Path">
        <CallerText text={detail.path} />
      </Fact>
      <Fact name="HTTP status">
        {detail.httpStatus ?? '–'}
        {detail.errorCode === null ? null : (
          <>
            {' · '}
            <AnchorLink to="/requests" search={{ errorCode: detail.errorCode }} size="sm">
              <CallerText text={detail.errorCode} />
            </AnchorLink>
          </>
        )}
      </Fact>
      <Fact name="Input / output">
        {visibleString(detail.inputStatus)} / {visibleString(detail.outputStatus)}
      </Fact>
      <Fact name="Streamed">{detail.stream ? 'Yes' : 'No'}</Fact>
      <Fact name="Texts">{count(detail.segmentCount)}</Fact>
      <Fact name="Characters">
        {count(detail.inputChars)} in, {count(detail.outputChars)} out
      </Fact>
      <Fact name="Added to the request">{detail.addedUs === null ? '–' : micros(detail.addedUs)}</Fact>
      <Fact name="Policy revision">
        <Code>{visibleString(detail.policyRevision)}</Code>
      </Fact>
      <Fact name="Envoy’s request id">
        {detail.envoyRequestId === null ? '–' : <CallerText text={detail.envoyRequestId} />}
      </Fact>
      {detail.traceId === null ? null : (
        <Fact name="Trace">
          <Group gap={4} wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{detail.traceId}</Code>
            <CopyIcon value={detail.traceId} what="the trace id" />
          </Group>
        </Fact>
      )}
      <Fact name="Conversation">
        {detail.conversation === null ? (
          '–'
        ) : (
          <AnchorLink to="/requests" search={{ conversation: detail.conversation, range: '30d' }} size="sm">
            <Group gap={4} wrap="nowrap" component="span">
              <IconMessages size={14} aria-hidden /> All its turns
            </Group>
          </AnchorLink>
        )}
      </Fact>
    </SimpleGrid>
  </Card>
);

const titleOfChanges = ({ wouldRedact, removed, wouldRemove }: RequestDetail): string => {
  if (wouldRemove) return 'Would have been replaced or removed';
  if (wouldRedact) return 'Would have been replaced';
  return removed ? 'Replaced or removed' : 'Replaced';
};

const Redactions = ({ detail }: { detail: RequestDetail }) =>
  detail.redactions.length === 0 ? null : (
    <Card title={titleOfChanges(detail)} padding={0}>
      <TableScroll label="Replaced values">
        <Table className="data-table" aria-label="Replaced values">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Entity</Table.Th>
              <Table.Th>Where</Table.Th>
              <Table.Th>How</Table.Th>
              <Table.Th ta="right">
                {detail.removed || detail.wouldRemove ? 'Values or texts' : 'Values'}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {detail.redactions.map(({ direction, entity, action, count: number }) => (
              <Table.Tr key={`${direction}${entity}${action}`}>
                <Table.Td>{visibleString(label(entity))}</Table.Td>
                <Table.Td>{direction === 'input' ? 'Request' : 'Answer'}</Table.Td>
                <Table.Td>{label(action)}</Table.Td>
                <Table.Td ta="right" className="number">
                  {count(number)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Card>
  );

const Cleared = ({ detail }: { detail: RequestDetail }) => {
  const categories = Map.groupBy(detail.clearedBy, ({ category }) => category);
  return (
    <Card
      title="Ran and found nothing"
      note={plural(detail.clearedBy.length, 'family of detectors', 'families of detectors')}
    >
      {detail.clearedBy.length === 0 ? (
        <Text size="sm" c="dimmed">
          None: nothing was scanned, or everything fired.
        </Text>
      ) : (
        <Stack gap="xs" mt={4}>
          {[...categories].map(([category, families]) => (
            <div key={category}>
              <Text size="xs" c="dimmed" fw={600}>
                {label(category)}
              </Text>
              <Group gap={6} mt={4}>
                {families.map(({ subType }) => (
                  <Badge
                    key={subType}
                    variant="light"
                    color="gray"
                    fw={500}
                    leftSection={<IconCheck size={11} aria-hidden />}
                  >
                    {visibleString(label(subType))}
                  </Badge>
                ))}
              </Group>
            </div>
          ))}
        </Stack>
      )}
    </Card>
  );
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="xs" component="section">
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
);

/**
 * Everything about one request, for the drawer and for its page.
 *
 * @param onGone It was erased: there is nothing to show any more.
 */
export const RequestDetails = ({ requestId, onGone }: { requestId: string; onGone: () => void }) => {
  const canRead = useCan('analyst');
  const request = useQuery({
    queryKey: ['request', requestId],
    queryFn: () => call<RequestDetail>('GET', `/requests/${segment(requestId)}`),
  });
  return (
    <Answer query={request}>
      {(detail) => (
        <Stack gap="md">
          <Head detail={detail} />
          <Unjudged unjudged={detail.unjudged} />
          {detail.findings.length === 0 ? null : (
            <Section title={plural(detail.findings.length, 'finding')}>
              {detail.findings.map((finding) => (
                <FindingCard key={finding.seq} finding={finding} sensitivity={detail.sensitivity} />
              ))}
            </Section>
          )}
          <Redactions detail={detail} />
          <Facts detail={detail} />
          <Card
            title="Time"
            note={`Scan ${micros(detail.scanUs)}: request ${micros(detail.inputScanUs)}, answer ${micros(detail.outputScanUs)}`}
          >
            {detail.stages === null ? (
              <Text size="sm" c="dimmed">
                {detail.scanUs === 0
                  ? 'Nothing was scanned.'
                  : 'An older version recorded this request without its stages.'}
              </Text>
            ) : (
              <Stages stages={detail.stages} />
            )}
          </Card>
          <Cleared detail={detail} />
          {canRead ? (
            <Card title="Full text">
              {detail.hasText ? (
                <Texts requestId={requestId} />
              ) : (
                <Text size="sm" c="dimmed">
                  No full text is kept for this request. Whether one is, encrypted, is set by store.fullText
                  in the configuration.
                </Text>
              )}
            </Card>
          ) : null}
          <EraseCard detail={detail} onGone={onGone} />
        </Stack>
      )}
    </Answer>
  );
};
