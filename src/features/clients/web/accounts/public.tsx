/** Accounts of units for other features. */
export { AccountList } from './AccountList.tsx';
export { AccountUnits } from './AccountUnits.tsx';
export { UnitTable } from './UnitTable.tsx';
export { GENERAL_UNITS, accountName, describeForecast } from './accountText.ts';
export { ForecastBadge } from './ForecastBadge.tsx';
export { AccountLevelBadge } from './AccountLevelBadge.tsx';
export { useAccountName } from './useAccountName.ts';
