import type { ForecastState } from './authorizationContract.ts';

/** The labels of forecast states, worst first. */
export const forecastStateLabels: Record<ForecastState, string> = {
  expired: 'Expired',
  exhausted: 'Used up',
  expiring: 'Expiring',
  'running-low': 'Running low',
  underused: 'Underused',
  'on-track': 'On track',
};

export const FORECAST_STATE_ORDER = Object.keys(forecastStateLabels) as ForecastState[];
