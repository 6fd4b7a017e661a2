import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DATASOURCE, HEIGHTS, type PanelSpec, panelOf } from './panels.ts';

export type DashboardSpec = Readonly<{
  /** Also the name of its file; stays the same for ever, since links go by it. */
  uid: string;
  title: string;
  description: string;
  rows: readonly Readonly<{ title: string; panels: readonly PanelSpec[] }>[];
}>;

const GRID_WIDTH = 24;
const TAG = 'portcullis';

/** Which targets are shown; `.*` matches also where they have no such label. */
const choice = (label: string, narrowedBy: string): QueryVariableBuilder =>
  new QueryVariableBuilder(label)
    .label(label)
    .datasource(DATASOURCE)
    .query({
      qryType: 1,
      query: `label_values(portcullis_build_info{${narrowedBy}},${label})`,
      refId: 'PrometheusVariableQueryEditor-VariableQuery',
    })
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .allValue('.*')
    .current({ selected: true, text: ['All'], value: ['$__all'] });

/** Sets panels side by side while there is room, as one reads. */
const placeRows = (builder: DashboardBuilder, rows: DashboardSpec['rows']): void => {
  let id = 1;
  let y = 0;
  const nextId = (): number => id++;
  for (const { title, panels } of rows) {
    builder.withRow(new RowBuilder(title).id(nextId()).gridPos({ x: 0, y, w: GRID_WIDTH, h: 1 }));
    y += 1;
    let x = 0;
    let height = 0;
    for (const spec of panels) {
      if (x + spec.width > GRID_WIDTH) {
        y += height;
        x = 0;
        height = 0;
      }
      const panel = panelOf(spec, { id: nextId(), x, y });
      builder.withPanel({ build: () => panel });
      x += spec.width;
      height = Math.max(height, HEIGHTS[spec.kind]);
    }
    y += height;
  }
};

/** Beside the title; the builder's own default hides it in a menu that older versions do not have. */
const { placement: _, ...siblings } = new DashboardLinkBuilder('Portcullis')
  .type(DashboardLinkType.Dashboards)
  .tags([TAG])
  .includeVars(true)
  .keepTime(true)
  .build();

export const dashboardOf = ({ uid, title, description, rows }: DashboardSpec): Dashboard => {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags([TAG])
    .timezone('browser')
    .time({ from: 'now-6h', to: 'now' })
    .refresh('1m')
    .editable()
    .tooltip(DashboardCursorSync.Crosshair)
    .link({ build: () => siblings })
    .withVariable(new DatasourceVariableBuilder('datasource').label('data source').type('prometheus'))
    .withVariable(choice('namespace', ''))
    .withVariable(choice('job', 'namespace=~"$namespace"'))
    .withVariable(choice('instance', 'namespace=~"$namespace",job=~"$job"'));
  placeRows(builder, rows);
  return builder.build();
};
