export { canModerate } from '../access.ts';
export { LogScreen, OwnCases, ReportsScreen } from './lazy-screens.tsx';
export { loadLog } from './load-log.ts';
export { ReportButton, ReportDialog } from './report-button.tsx';
