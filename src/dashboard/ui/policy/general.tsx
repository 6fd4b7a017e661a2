import {
  Badge,
  Group,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MODE_WORDS, MODES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Card } from '../components/layout.tsx';
import { call } from '../lib/client.ts';
import { count, percent, plural } from '../lib/format.ts';
import type { Impact } from '../lib/types.ts';
import { type Draft, listOf, textOf } from './draft.ts';
import { InjectionsCard } from './injections.tsx';
import { Lock } from './lock.tsx';
import { ModelThresholdsCard, OwnThresholdsCard } from './thresholds.tsx';
import { UnreadableCard } from './unreadable.tsx';

type Option = Readonly<{ value: string; word: string; meaning: string; note?: string; badge?: string }>;

const Choices = ({
  name,
  value,
  options,
  isDisabled,
  onChange,
}: {
  name: string;
  value: string;
  options: readonly Option[];
  isDisabled: boolean;
  onChange: (value: string) => void;
}) => (
  // Mantine would give an aria-label to the element around the group.
  <Radio.Group
    value={value}
    onChange={onChange}
    label={<VisuallyHidden>{name}</VisuallyHidden>}
    labelProps={{ style: { position: 'absolute' } }}
  >
    <SimpleGrid cols={{ base: 1, sm: 2, lg: options.length }} spacing="sm" mt="sm">
      {options.map((each) => (
        <label key={each.value} className="choice" htmlFor={`${name}-${each.value}`}>
          <Group wrap="nowrap" align="flex-start" gap="sm">
            <Radio
              id={`${name}-${each.value}`}
              value={each.value}
              disabled={isDisabled}
              mt={2}
              aria-label={each.word}
            />
            <div>
              <Group gap={6}>
                <Text size="sm" fw={650}>
                  {each.word}
                </Text>
                {each.badge === undefined ? null : (
                  <Badge size="sm" variant="light" color="gray">
                    {each.badge}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {each.meaning}
              </Text>
              {each.note === undefined ? null : (
                <Text size="sm" fw={600} mt={6} className="number">
                  {each.note}
                </Text>
              )}
            </div>
          </Group>
        </label>
      ))}
    </SimpleGrid>
  </Radio.Group>
);

const noteOf = (impact: Impact | undefined, each: (typeof SENSITIVITIES)[number]): string | undefined => {
  if (impact === undefined) return undefined;
  const { blocked, notAttack } = impact.bySensitivity[each];
  const marked = notAttack === 0 ? '' : `, ${count(notAttack)} of them marked “not an attack”`;
  return `${count(blocked)} of ${count(impact.requests)} in ${impact.days} days (${percent(blocked, impact.requests)})${marked}`;
};

const ON_ERROR = [
  { value: 'auto', label: 'Auto' },
  { value: 'block', label: 'Block' },
  { value: 'allow', label: 'Let go on' },
];

const OnError = ({ draft, name, title }: { draft: Draft; name: string; title: string }) => (
  <Group justify="space-between">
    <Group gap="xs">
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Lock draft={draft} name={name} />
    </Group>
    <SegmentedControl
      aria-label={title}
      data={ON_ERROR}
      disabled={!draft.isEditable(name)}
      value={textOf(draft.value(name), 'auto')}
      onChange={(value) => draft.set(name, value)}
    />
  </Group>
);

export const General = ({ draft }: { draft: Draft }) => {
  const impact = useQuery({ queryKey: ['impact'], queryFn: () => call<Impact>('GET', '/settings/impact') });
  const passThrough = listOf(draft.value('passThrough')).filter((each) => typeof each === 'string');
  return (
    <Stack gap="sm">
      <Card
        title="Mode"
        note="Where neither a key nor a caller says otherwise"
        actions={<Lock draft={draft} name="mode" />}
      >
        <Choices
          name="Mode"
          value={textOf(draft.value('mode'), 'blocking')}
          isDisabled={!draft.isEditable('mode')}
          options={MODES.map((each) => ({ value: each, ...MODE_WORDS[each] }))}
          onChange={(value) => draft.set('mode', value)}
        />
      </Card>
      <Card
        title="Sensitivity"
        note={
          impact.data === undefined
            ? 'How sure the gateway must be'
            : `What each would have blocked, measured on ${plural(impact.data.requests, 'request')} of the last ${impact.data.days} days`
        }
        actions={<Lock draft={draft} name="sensitivity" />}
      >
        <Choices
          name="Sensitivity"
          value={textOf(draft.value('sensitivity'), 'medium')}
          isDisabled={!draft.isEditable('sensitivity')}
          options={SENSITIVITIES.map((each) => ({
            value: each,
            ...SENSITIVITY_WORDS[each],
            ...(noteOf(impact.data, each) === undefined ? {} : { note: noteOf(impact.data, each) }),
          }))}
          onChange={(value) => draft.set('sensitivity', value)}
        />
      </Card>
      <InjectionsCard draft={draft} />
      <Card title="When a scan fails" note="Auto blocks in blocking mode and lets go on in the others">
        <Stack gap="sm" mt="xs">
          <OnError draft={draft} name="onInputScanError" title="A request could not be scanned" />
          <OnError draft={draft} name="onOutputScanError" title="An answer could not be scanned" />
        </Stack>
      </Card>
      <UnreadableCard draft={draft} />
      <Card
        title="Paths that go on unscanned"
        note="METHOD /path; a * at the end stands for one or more characters of one segment"
        actions={<Lock draft={draft} name="passThrough" />}
      >
        <TagsInput
          aria-label="Paths that go on unscanned"
          mt="xs"
          disabled={!draft.isEditable('passThrough')}
          value={passThrough}
          placeholder="GET /v1/models"
          onChange={(value) => draft.set('passThrough', value)}
        />
      </Card>
      <OwnThresholdsCard draft={draft} impact={impact.data} />
      <ModelThresholdsCard thresholds={draft.settings.thresholds} />
    </Stack>
  );
};
