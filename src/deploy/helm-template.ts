import { toYaml } from '../envoy/configuration/yaml.ts';

/**
 * Helm templates made from the same objects as everything else: holes (`envoy/configuration/hole.ts`) become actions. An expression in a
 * hole is one of Go's templates.
 */

const HOLE = /⟦(text|int|json|seconds|duration) ([^⟦⟧]+)⟧/g;
const WHOLE = /^⟦(text|int|json|seconds|duration) ([^⟦⟧]+)⟧$/;

/** All values leave as JSON, which is YAML, too, whatever is in them. */
const action = (kind: string, expression: string): string => {
  switch (kind) {
    case 'int':
      return `{{ ${expression} | int64 }}`;
    case 'seconds':
      return `{{ printf "%d.%03ds" (div (int64 ${expression}) 1000) (mod (int64 ${expression}) 1000) | toJson }}`;
    case 'duration':
      return `{{ printf "%ds%dms" (div (int64 ${expression}) 1000) (mod (int64 ${expression}) 1000) | toJson }}`;
    default:
      return `{{ ${expression} | toJson }}`;
  }
};

/** A text with holes in it: all of it is put together before it is quoted. */
const mixed = (text: string): string => {
  const parts: string[] = [];
  const format = text.replaceAll('%', '%%').replaceAll(HOLE, (_hole, kind: string, expression: string) => {
    parts.push(kind === 'int' ? `(int64 ${expression})` : `(toString ${expression})`);
    return '%v';
  });
  return `{{ printf ${JSON.stringify(format)} ${parts.join(' ')} | toJson }}`;
};

const toAction = (text: string): string => {
  const whole = WHOLE.exec(text);
  return whole === null ? mixed(text) : action(whole[1] ?? '', whole[2] ?? '');
};

/** Puts plain words in place of texts with holes, since YAML would quote them. */
const withMarkers = (value: unknown, actions: string[]): unknown => {
  if (typeof value === 'string' && value.includes('⟦')) {
    actions.push(toAction(value));
    return `HELM_ACTION_${actions.length - 1}_`;
  }
  if (Array.isArray(value)) return value.map((item) => withMarkers(item, actions));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMarkers(field, actions)]));
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** `⟦if X⟧key:` and the lines that belong to it are there only where X is. */
const withConditions = (lines: readonly string[]): readonly string[] => {
  const result: string[] = [];
  const open: number[] = [];
  for (const line of lines) {
    while (open.length > 0 && line.trim() !== '' && indentOf(line) <= (open.at(-1) ?? 0)) {
      result.push('{{- end }}');
      open.pop();
    }
    const condition = /^(\s*)⟦if ([^⟦⟧]+)⟧(.*)$/.exec(line);
    if (condition === null) {
      result.push(line);
      continue;
    }
    const [, indent = '', expression = '', rest = ''] = condition;
    result.push(`{{- if ${expression} }}`, `${indent}${rest}`);
    open.push(indent.length);
  }
  return [...result, ...open.map(() => '{{- end }}')];
};

/** Documents as lines of a template. */
export const toHelm = (documents: readonly object[]): string => {
  const actions: string[] = [];
  const yaml = toYaml(documents.map((document) => Object.assign({}, withMarkers(document, actions))));
  // What is no hole must not be taken for an action: Envoy's formats have no braces, and nothing else may.
  if (yaml.includes('{{')) throw new Error('a value looks like an action of a template');
  return withConditions(yaml.trimEnd().split('\n'))
    .join('\n')
    .replaceAll(/HELM_ACTION_(\d+)_/g, (_marker, index: string) => actions[Number(index)] ?? '');
};
