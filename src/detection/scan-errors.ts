import { GatewayError } from '../errors.ts';

/** Nobody waits for the scan any more. */
export const callerGone = (): GatewayError => new GatewayError('SCAN_UNAVAILABLE', 'The caller went away.');

export const outOfTime = (): GatewayError => new GatewayError('SCAN_TIMEOUT', 'The scan ran out of time.');
