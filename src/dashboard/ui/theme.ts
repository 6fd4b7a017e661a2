import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';

/** Words on a tinted ground, for light and dark: at least 4.5:1 each, which Mantine's own shades miss. */
const INK: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  red: ['#a8201a', '#ffb3ad'],
  orange: ['#8f3d06', '#ffc999'],
  yellow: ['#734a00', '#ffe08a'],
  green: ['#0b5d34', '#8ce8b5'],
  teal: ['#075a4f', '#7fe6d3'],
  blue: ['#124a94', '#a9d0ff'],
  indigo: ['#2e3ba6', '#bcc6ff'],
  violet: ['#5a2ca8', '#d3bfff'],
  gray: ['#454d59', '#cbd0d8'],
};
const GROUND: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  red: ['#fdecea', '#43201f'],
  orange: ['#fdf0e4', '#402a17'],
  yellow: ['#fdf6dc', '#3b3216'],
  green: ['#e6f6ec', '#17372a'],
  teal: ['#e3f6f3', '#123833'],
  blue: ['#e7f1fd', '#1a3050'],
  indigo: ['#eceefd', '#272c58'],
  violet: ['#f2ecfd', '#35265a'],
  gray: ['#eef0f3', '#2f343c'],
};
/** Filled grounds that carry white words in both schemes. */
const SOLID: Readonly<Record<string, string>> = {
  red: '#b3261e',
  orange: '#a34a08',
  yellow: '#7d5200',
  green: '#12703f',
  teal: '#0a6e60',
  blue: '#1b5fb8',
  indigo: '#3646c4',
  violet: '#6636bd',
  gray: '#555d69',
};

const either = ([light, dark]: readonly [string, string]): string => `light-dark(${light}, ${dark})`;

const nameOf = (color: string | undefined): string => (color ?? 'indigo').split('.')[0] ?? 'indigo';

const variantColorResolver: VariantColorsResolver = (input) => {
  const standard = defaultVariantColorsResolver(input);
  const name = nameOf(input.color === undefined ? input.theme.primaryColor : String(input.color));
  const ink = INK[name];
  const ground = GROUND[name];
  const solid = SOLID[name];
  if (ink === undefined || ground === undefined || solid === undefined) return standard;
  if (input.variant === undefined || input.variant === 'filled') {
    return {
      background: solid,
      hover: `color-mix(in srgb, ${solid}, black 14%)`,
      color: '#fff',
      border: '1px solid transparent',
    };
  }
  if (input.variant === 'light') {
    return {
      background: either(ground),
      hover: `color-mix(in srgb, ${either(ground)}, ${either(ink)} 8%)`,
      color: either(ink),
      border: '1px solid transparent',
    };
  }
  if (input.variant === 'subtle' || input.variant === 'outline' || input.variant === 'transparent') {
    return { ...standard, color: either(ink), hover: either(ground) };
  }
  return standard;
};

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  colors: {
    dark: [
      '#e6e8ec',
      '#bcc2cc',
      '#98a0ad',
      '#6b7482',
      '#434953',
      '#30353d',
      '#22262d',
      '#1a1d23',
      '#15171c',
      '#121418',
    ],
  },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
    },
  },
  components: {
    Badge: { defaultProps: { radius: 'sm', tt: 'none', fw: 600 } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: {
      defaultProps: { openDelay: 250, withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md' } },
  },
});

/** Quiet words that can still be read: 4.5:1 on every ground we put them on. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f7f9',
    '--mantine-color-dimmed': '#565e6c',
    '--mantine-color-placeholder': '#656d7a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#2e3ba6',
    '--mantine-primary-color-filled': '#3646c4',
    '--mantine-primary-color-filled-hover': '#2c3aa6',
    '--mantine-primary-color-contrast': '#ffffff',
    '--mantine-color-text': '#1a1d23',
    '--surface': '#ffffff',
    '--line': '#e3e6eb',
    '--mantine-color-default-border': '#cfd4dc',
    '--mark': '#ffe3a3',
    '--mark-ink': '#4a2f00',
  },
  dark: {
    '--mantine-color-body': '#121418',
    '--mantine-color-dimmed': '#a6adb9',
    '--mantine-color-placeholder': '#98a0ad',
    '--mantine-color-error': '#ff9d96',
    '--mantine-color-anchor': '#bcc6ff',
    '--mantine-primary-color-filled': '#4a5bd6',
    '--mantine-primary-color-filled-hover': '#4050c4',
    '--mantine-primary-color-contrast': '#ffffff',
    '--mantine-color-text': '#e6e8ec',
    '--surface': '#1a1d23',
    '--line': '#2c3038',
    '--mantine-color-default-border': '#434953',
    '--mantine-color-default': '#20242b',
    '--mantine-color-default-hover': '#282d35',
    '--mark': '#5c4303',
    '--mark-ink': '#ffe9b8',
  },
});
