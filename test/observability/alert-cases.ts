/** Series as promtool writes them: `1+2x3` begins at 1 and rises by 2 three times, `5x3` stays. */
type Series = Readonly<Record<string, string>>;

export type AlertCase = Readonly<{
  /** Time after the beginning at which it is asked, in minutes. */
  at: number;
  /** Minutes between two samples. */
  every?: number;
  /** It fires once for each of these. */
  fires: readonly Series[];
  quiet: readonly Series[];
}>;

const own = (name: string, labels = '', instance = 'a'): string =>
  `portcullis_${name}{${labels === '' ? '' : `${labels},`}namespace="ns",job="gw",instance="${instance}"}`;
const foreign = (name: string): string => `${name}{namespace="ns",job="other",instance="b"}`;
const target = (name: string): string => `${name}{namespace="ns",job="gw",instance="a"}`;
const front = (name: string): string =>
  `envoy_http_${name}{envoy_http_conn_manager_prefix="llm",namespace="ns",job="envoy",instance="e"}`;
const cluster = (name: string, of: 'provider' | 'portcullis_ext_proc', labels = ''): string =>
  `envoy_cluster_${name}{envoy_cluster_name="${of}",${labels === '' ? '' : `${labels},`}namespace="ns",job="envoy",instance="e"}`;

const envoyTarget = (name: string): string => `${name}{namespace="ns",job="envoy",instance="e"}`;

const info = own('build_info');
/** Another release. */
const ownOf = (namespace: string, job: string): string =>
  `portcullis_build_info{namespace="${namespace}",job="${job}",instance="z"}`;
const elsewhere = ownOf('ns2', 'gw');
const requests = (outcome: string): string => own('requests_total', `outcome="${outcome}"`);
const scans = (status: string): string => own('scans_total', `direction="input",status="${status}"`);
const unjudged = (reason: string, effect: string): string =>
  own('unjudged_total', `reason="${reason}",effect="${effect}"`);
const passedThrough = unjudged('pass_through', 'passed');
const failClosed = own('fail_closed_total', 'direction="input",reason="timeout"');
const failOpen = own('fail_open_total', 'direction="input",reason="timeout"');
const bucket = (le: string): string => own('added_latency_seconds_bucket', `phase="request_body",le="${le}"`);
const count = own('added_latency_seconds_count', 'phase="request_body"');
const feedback = (label: string, instance = 'a'): string =>
  own('feedback_total', `label="${label}"`, instance);
const deliveries = (result: string): string =>
  own('dashboard_webhook_deliveries_total', `result="${result}"`);
const untold = own('dashboard_webhook_records_dropped_total');
const auth = own('auth_failures_total', 'code="invalid_gateway_key"');
const sent = cluster('upstream_rq_total', 'provider');
const retried = cluster('upstream_rq_retry', 'provider');
const asked = front('ext_proc_streams_started');
/** An Envoy of ours that sends so many requests and repeats none. */
const sends = (perMinute: number): Series => ({
  [sent]: `0+${perMinute}x60`,
  [retried]: '0x60',
  [cluster('membership_healthy', 'portcullis_ext_proc')]: '1x60',
});
const DAY = 1440;

export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  PortcullisDown: {
    // It is still down, hours later.
    at: 180,
    fires: [{ [target('up')]: '1x5 0x200', [info]: '1x5 _x200' }],
    quiet: [
      { [target('up')]: '1x200', [info]: '1x200' },
      { [foreign('up')]: '0x200', [info]: '1x200' },
      // It came back.
      { [target('up')]: '1x5 0x50 1x200', [info]: '1x5 _x50 1x200' },
      // Nobody scrapes it any more: it was taken away.
      { [target('up')]: '1x5 0x50', [info]: '1x5 _x50' },
    ],
  },
  PortcullisEnvoyDown: {
    at: 180,
    fires: [
      {
        [envoyTarget('up')]: '1x5 0x200',
        [cluster('membership_healthy', 'portcullis_ext_proc')]: '1x5 _x200',
      },
    ],
    quiet: [
      // It came back; somebody else's Envoy; a gateway, of which another alert tells; it was taken away.
      {
        [envoyTarget('up')]: '1x5 0x50 1x200',
        [cluster('membership_healthy', 'portcullis_ext_proc')]: '1x5 _x50 1x200',
      },
      { [envoyTarget('up')]: '1x5 0x200', [cluster('membership_healthy', 'provider')]: '1x5 _x200' },
      { [target('up')]: '1x5 0x200', [info]: '1x5 _x200' },
      {
        [envoyTarget('up')]: '1x5 0x50',
        [cluster('membership_healthy', 'portcullis_ext_proc')]: '1x5 _x50',
      },
    ],
  },
  PortcullisAbsent: {
    at: 10,
    fires: [{ [target('up')]: '1x60' }],
    quiet: [{ [info]: '1x60' }],
  },
  PortcullisReleaseGone: {
    at: 65,
    fires: [
      // One of two is taken away, target and all; or it is there, and tells nothing.
      { [info]: '1x20 stale _x100', [elsewhere]: '1x200' },
      { [info]: '1x20 stale _x100', [target('up')]: '0x200' },
      // Another one in the same namespace, or of the same name in another one, is no replacement.
      { [info]: '1x20 stale _x100', [ownOf('ns', 'gw2')]: '1x200' },
    ],
    quiet: [
      { [info]: '1x200', [elsewhere]: '1x200' },
      // One of its two gateways is left; another pod took over.
      { [info]: '1x20 stale _x100', [own('build_info', '', 'c')]: '1x200' },
      { [info]: '1x20 stale _x100', [own('build_info', '', 'c')]: '_x22 1x200' },
      // It went so long ago that somebody meant it.
      { [info]: '1 stale _x200', [elsewhere]: '1x200' },
    ],
  },
  PortcullisRestarting: {
    at: 10,
    fires: [
      { [target('process_start_time_seconds')]: '1 2 3 4 4x60', [info]: '1x60' },
      // It is hardly ever there to be asked, and not now.
      {
        [target('process_start_time_seconds')]: '1 stale 2 stale 3 stale 4 stale _x60',
        [info]: '1 stale 1 stale 1 stale 1 stale _x60',
      },
    ],
    quiet: [
      { [target('process_start_time_seconds')]: '1 2 3 3x60', [info]: '1x60' },
      { [foreign('process_start_time_seconds')]: '1 2 3 4 5 5x60', [info]: '1x60' },
    ],
  },
  PortcullisProcessorUnreachable: {
    at: 10,
    fires: [{ [cluster('membership_healthy', 'portcullis_ext_proc')]: '0x60' }],
    quiet: [
      { [cluster('membership_healthy', 'portcullis_ext_proc')]: '2x60' },
      { [cluster('membership_healthy', 'provider')]: '0x60' },
    ],
  },
  PortcullisProcessorFailing: {
    at: 15,
    fires: [
      {
        [front('ext_proc_streams_failed')]: '0+5x60',
        [front('ext_proc_message_timeouts')]: '0x60',
        [front('ext_proc_streams_started')]: '0+100x60',
      },
    ],
    quiet: [
      {
        [front('ext_proc_streams_failed')]: '0x60',
        [front('ext_proc_message_timeouts')]: '7x60',
        [front('ext_proc_streams_started')]: '0+100x60',
      },
    ],
  },
  PortcullisEnvoyFailsOpen: {
    at: 10,
    fires: [{ [front('ext_proc_failure_mode_allowed')]: '0x5 1x60' }],
    quiet: [{ [front('ext_proc_failure_mode_allowed')]: '3x60' }],
  },
  PortcullisBypassed: {
    at: 15,
    fires: [
      { ...sends(100), [asked]: '0x60' },
      { ...sends(100), [asked]: '0+50x60' },
      // Another Envoy asks as it should.
      { ...sends(100), [asked]: '0+50x60', [asked.replace('="e"', '="f"')]: '0+500x60' },
      sends(100),
    ],
    quiet: [
      { ...sends(90), [asked]: '0+100x60' },
      { ...sends(300), [retried]: '0+200x60', [asked]: '0+100x60' },
      { ...sends(0), [asked]: '5x60' },
      // The gateways are in another namespace, or have not counted long streams yet.
      { ...sends(100), [asked]: '0+100x60', [info]: '1x60', [requests('pass')]: '0x60' },
      // No Envoy of ours: it only calls something "provider", too.
      { [sent]: '0+100x60', [retried]: '0x60', [info]: '1x60' },
    ],
  },
  PortcullisNothingJudged: {
    at: 15,
    fires: [
      { [requests('error')]: '0+10x60', [scans('error')]: '0+10x60', [scans('pass')]: '0x60' },
      { [requests('pass')]: '0+10x60', [scans('skipped')]: '0+10x60' },
      { [requests('pass')]: '0+6x60', [requests('error')]: '0+2x60', [passedThrough]: '0+6x60' },
    ],
    quiet: [
      { [requests('pass')]: '0+10x60', [scans('error')]: '0+9x60', [scans('pass')]: '0+1x60' },
      { [requests('refused')]: '0+10x60', [scans('pass')]: '0x60' },
      { [requests('pass')]: '7x60', [scans('pass')]: '7x60' },
      // Nothing but a probe that the operator lets by.
      {
        [requests('pass')]: '0+6x60',
        [scans('skipped')]: '0+6x60',
        [scans('pass')]: '0x60',
        [passedThrough]: '0+6x60',
      },
    ],
  },
  PortcullisFailOpen: {
    at: 10,
    fires: [{ [failOpen]: '0x5 1x60' }],
    quiet: [{ [failOpen]: '3x60' }],
  },
  PortcullisUnjudgedHigh: {
    at: 40,
    fires: [
      { [unjudged('image', 'passed')]: '0+5x60', [requests('pass')]: '0+10x60' },
      // A version before this label.
      { [own('unjudged_total', 'reason="image"')]: '0+5x60', [requests('pass')]: '0+10x60' },
    ],
    quiet: [
      { [unjudged('image', 'passed')]: '0+1x60', [requests('pass')]: '0+10x60' },
      // An application that sends broken JSON, refused each time.
      {
        [unjudged('invalid_body', 'refused')]: '0+100x60',
        [requests('refused')]: '0+100x60',
        [requests('pass')]: '0+10x60',
      },
      { [own('unjudged_total', 'reason="image"')]: '0+1x60', [requests('pass')]: '0+10x60' },
      // Paths that the operator lets by.
      { [passedThrough]: '0+10x60', [requests('pass')]: '0+10x60' },
    ],
  },
  PortcullisAvailabilityBurnFast: {
    at: 80,
    fires: [
      { [failClosed]: '0+5x120', [requests('pass')]: '0+100x120' },
      { [failClosed]: '0+5x120', [requests('pass')]: '0+100x120', [requests('refused')]: '0+10000x120' },
    ],
    quiet: [
      { [failClosed]: '0+1x120', [requests('pass')]: '0+1000x120' },
      // It is over: the short window knows.
      { [failClosed]: '0+50x30 1500x90', [requests('pass')]: '0+100x120' },
      // A quiet night: one of a dozen requests failed, just now.
      { [failClosed]: '0x77 1x40', [requests('pass')]: '0x20 1x10 4x20 11x26 12x40' },
    ],
  },
  PortcullisAvailabilityBurnSlow: {
    at: 26 * 60,
    every: 10,
    fires: [{ [failClosed]: '0+5x200', [requests('pass')]: '0+1000x200' }],
    quiet: [
      { [failClosed]: '0+1x200', [requests('pass')]: '0+2000x200' },
      { [failClosed]: '0x150 1x50', [requests('pass')]: '0+1x200' },
    ],
  },
  PortcullisLatencyBurnFast: {
    at: 80,
    fires: [{ [bucket('0.05')]: '0+50x120', [count]: '0+100x120' }],
    quiet: [
      { [bucket('0.05')]: '0+97x120', [count]: '0+100x120' },
      // A quiet night: two of a dozen requests were large, and the last of them has just come.
      { [bucket('0.05')]: '0x20 4x20 9x35 10x45', [count]: '0x20 4x20 10x35 12x45' },
    ],
  },
  PortcullisLatencyBurnSlow: {
    at: 26 * 60,
    every: 10,
    fires: [{ [bucket('0.05')]: '0+95x200', [count]: '0+100x200' }],
    quiet: [
      { [bucket('0.05')]: '0+995x200', [count]: '0+1000x200' },
      { [bucket('0.05')]: '0+1x200', [count]: '0+1x150 160+1x50' },
    ],
  },
  PortcullisAddedLatencyHigh: {
    at: 20,
    fires: [{ [bucket('0.25')]: '0+90x60', [bucket('0.5')]: '0+100x60', [bucket('+Inf')]: '0+100x60' }],
    quiet: [{ [bucket('0.1')]: '0+999x60', [bucket('0.5')]: '0+1000x60', [bucket('+Inf')]: '0+1000x60' }],
  },
  PortcullisEventLoopLag: {
    at: 15,
    fires: [{ [own('event_loop_lag_seconds', 'percentile="99"')]: '0.2x60' }],
    quiet: [
      { [own('event_loop_lag_seconds', 'percentile="99"')]: '0.05x60' },
      { [own('event_loop_lag_seconds', 'percentile="100"')]: '3x60' },
    ],
  },
  PortcullisSaturated: {
    at: 10,
    fires: [{ [own('scans_in_flight_peak')]: '60x60', [own('scans_in_flight_limit')]: '64x60' }],
    quiet: [{ [own('scans_in_flight_peak')]: '50x60', [own('scans_in_flight_limit')]: '64x60' }],
  },
  PortcullisShedding: {
    at: 10,
    fires: [{ [own('shed_total', 'reason="queue"')]: '0x5 3x60' }],
    quiet: [{ [own('shed_total', 'reason="queue"')]: '3x60' }],
  },
  PortcullisConnectionsOverLimit: {
    at: 10,
    fires: [{ [own('connections_over_limit_total', 'ended="new"')]: '0x5 1x60' }],
    quiet: [{ [own('connections_over_limit_total', 'ended="new"')]: '4x60' }],
  },
  PortcullisScanThreadsFail: {
    at: 30,
    fires: [{ [own('scan_thread_faults_total')]: '0x10 2 4 4x60' }],
    quiet: [{ [own('scan_thread_faults_total')]: '0x10 1x60' }],
  },
  PortcullisSecondTierFails: {
    at: 30,
    fires: [
      { [own('second_tier_faults_total')]: '0x10 2 4 4x60' },
      // It cannot be started at all, and is tried anew each minute, while another gateway's is well.
      {
        [own('second_tier_faults_total')]: '0x5 0+1x60',
        [own('second_tier_faults_total', '', 'b')]: '0x60',
      },
    ],
    quiet: [
      { [own('second_tier_faults_total')]: '0x10 1x60' },
      { [own('scan_thread_faults_total')]: '0+1x60' },
    ],
  },
  PortcullisStreamMemoryHigh: {
    at: 10,
    fires: [{ [own('stream_memory_bytes')]: '90x60', [own('stream_memory_limit_bytes')]: '100x60' }],
    quiet: [{ [own('stream_memory_bytes')]: '80x60', [own('stream_memory_limit_bytes')]: '100x60' }],
  },
  PortcullisProviderErrors: {
    at: 20,
    fires: [
      {
        [cluster('upstream_rq_xx', 'provider', 'envoy_response_code_class="5"')]: '0+50x60',
        [sent]: '0+100x60',
      },
    ],
    quiet: [
      {
        [cluster('upstream_rq_xx', 'provider', 'envoy_response_code_class="5"')]: '0+9x60',
        [sent]: '0+100x60',
      },
      {
        [cluster('upstream_rq_xx', 'provider', 'envoy_response_code_class="4"')]: '0+90x60',
        [sent]: '0+100x60',
      },
    ],
  },
  PortcullisStoreAway: {
    at: 10,
    fires: [{ [own('store_last_contact_timestamp_seconds')]: '1x60' }],
    quiet: [
      { [own('store_last_contact_timestamp_seconds')]: '1+60x60' },
      // It has not started yet.
      { [own('store_last_contact_timestamp_seconds')]: '0x60' },
    ],
  },
  PortcullisDashboardDown: {
    at: 12,
    fires: [{ [target('up')]: '1x5 0x60', [own('dashboard_build_info')]: '1x5 _x60' }],
    quiet: [
      { [target('up')]: '1x60', [own('dashboard_build_info')]: '1x60' },
      // A gateway, of which another alert tells.
      { [target('up')]: '1x5 0x60', [info]: '1x5 _x60' },
      { [target('up')]: '1x5 0x2 1x60', [own('dashboard_build_info')]: '1x60' },
    ],
  },
  PortcullisSignInsFail: {
    at: 20,
    fires: [
      { [own('dashboard_sign_ins_total', 'by="password",result="failed"')]: '0+8x60' },
      {
        [own('dashboard_sign_ins_total', 'by="password",result="failed"')]: '0+3x60',
        [own('dashboard_sign_ins_total', 'by="password",result="throttled"')]: '0+4x60',
      },
    ],
    quiet: [
      { [own('dashboard_sign_ins_total', 'by="password",result="succeeded"')]: '0+80x60' },
      { [own('dashboard_sign_ins_total', 'by="password",result="failed"')]: '0+2x60' },
    ],
  },
  PortcullisRecordQueueFilling: {
    at: 10,
    fires: [{ [own('record_queue_length')]: '9000x60', [own('record_queue_limit')]: '10000x60' }],
    quiet: [{ [own('record_queue_length')]: '8000x60', [own('record_queue_limit')]: '10000x60' }],
  },
  PortcullisRecordsDropped: {
    at: 10,
    fires: [{ [own('records_dropped_total', 'reason="queue_full"')]: '0x5 4x60' }],
    quiet: [{ [own('records_dropped_total', 'reason="queue_full"')]: '4x60' }],
  },
  PortcullisSecurityEventsDropped: {
    at: 10,
    fires: [{ [own('security_events_dropped_total', 'receiver="otlp"')]: '0x5 4x60' }],
    quiet: [{ [own('security_events_dropped_total', 'receiver="otlp"')]: '4x60' }],
  },
  PortcullisWebhooksFail: {
    at: 35,
    fires: [
      // One receiver is away, and another is not.
      { [deliveries('failed')]: '0x10 5x60', [deliveries('delivered')]: '0+100x60' },
    ],
    quiet: [{ [deliveries('failed')]: '0x10 1x60' }, { [deliveries('delivered')]: '0+100x60' }],
  },
  PortcullisWebhooksGivenUp: {
    at: 40,
    fires: [
      { [deliveries('dead')]: '0x10 1x60', [untold]: '0x60' },
      { [deliveries('dead')]: '0x60', [untold]: '0x10 5000x60' },
    ],
    quiet: [{ [deliveries('dead')]: '3x60', [untold]: '7x60', [deliveries('failed')]: '0+9x60' }],
  },
  PortcullisConfigReloadFailed: {
    at: 10,
    fires: [{ [own('config_last_reload_successful')]: '0x60' }],
    quiet: [{ [own('config_last_reload_successful')]: '1x60' }],
  },
  PortcullisConfigDiffers: {
    at: 10,
    fires: [{ [own('config_revision')]: '3x60', [own('config_revision', '', 'b')]: '4x60' }],
    quiet: [{ [own('config_revision')]: '3x5 4x60', [own('config_revision', '', 'b')]: '3x6 4x60' }],
  },
  PortcullisKeyExpiring: {
    at: 90,
    fires: [
      { [own('keys_expiring', 'days="7"')]: '2x120', [own('keys_expiring', 'days="7"', 'b')]: '2x120' },
    ],
    quiet: [{ [own('keys_expiring', 'days="7"')]: '0x120', [own('keys_expiring', 'days="30"')]: '2x120' }],
  },
  PortcullisAuthFailures: {
    at: DAY + 15,
    fires: [{ [auth]: `0+1x${DAY} ${DAY + 100}+100x60` }],
    quiet: [{ [auth]: `0+100x${DAY + 60}` }, { [auth]: `0x${DAY} 1+5x60` }],
  },
  PortcullisBlocksRise: {
    // Ten minutes into an attack on Monday morning, in steps of five minutes: a day has 288, a weekend with its nights 756.
    at: (3 * 288 + 756 + 3) * 5,
    every: 5,
    fires: [
      // By day, beside the usual traffic.
      {
        [requests('blocked')]: `0+5x1619 ${5 * 1619 + 250}+250x20`,
        [requests('pass')]: '0+500x1640',
      },
      // The first traffic after a weekend is the attack alone.
      {
        [requests('blocked')]: `0+5x864 ${5 * 864}x755 ${5 * 864 + 50}+50x20`,
        [requests('pass')]: `0+500x864 ${500 * 864}x776`,
      },
      // Gateways restarted on Sunday.
      {
        [requests('blocked')]: '0+5x864 4320x500 0x254 50+50x20',
        [requests('pass')]: '0+500x864 432000x500 0+0x275',
      },
      // It was quiet, and nothing was ever blocked.
      { [requests('blocked')]: '0x1619 50+50x20', [requests('pass')]: `0+500x864 ${500 * 864}x776` },
    ],
    quiet: [
      { [requests('blocked')]: '0+250x1640', [requests('pass')]: '0+500x1640' },
      // Ten times as many, but few.
      { [requests('blocked')]: '0+0.5x1619 810+5x20', [requests('pass')]: '0+500x1640' },
      // The weekend is over, and all is as usual.
      {
        [requests('blocked')]: `0+50x864 ${50 * 864}x755 ${50 * 864 + 50}+50x20`,
        [requests('pass')]: `0+500x864 ${500 * 864}x755 ${500 * 864 + 500}+500x20`,
      },
      // A new release is being tried.
      { [requests('blocked')]: '_x1617 0+50x22', [requests('pass')]: '_x1617 0+50x22' },
      { [requests('blocked')]: '_x1000 0x618 50+50x22', [requests('pass')]: '_x1000 0x640' },
    ],
  },
  PortcullisFalsePositives: {
    at: 30,
    fires: [{ [feedback('not_attack')]: '0+1x60', [feedback('not_attack', 'b')]: '0+1x60' }],
    quiet: [
      // Two replicas tell of the same six.
      { [feedback('not_attack')]: '0+0.2x60', [feedback('not_attack', 'b')]: '0+0.2x60' },
      { [feedback('missed_attack')]: '0+1x60' },
    ],
  },
  PortcullisMissedAttack: {
    at: 10,
    fires: [{ [feedback('missed_attack')]: '0x5 1x60' }],
    quiet: [{ [feedback('missed_attack')]: '1x60' }, { [feedback('not_attack')]: '0+1x60' }],
  },
};
