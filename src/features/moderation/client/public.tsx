export { canModerate } from '../access.ts';
export { CaseLink } from './case-link.tsx';
export { LogScreen, OwnCases, ReportsScreen } from './lazy-screens.tsx';
export { loadLog } from './load-log.ts';
export { ReasonSelect } from './reason-select.tsx';
export { ReportButton, ReportDialog } from './report-button.tsx';
