export { canModerate } from '../access.ts';
export { CaseLink } from './case-link.tsx';
export { OwnCases, ReportsScreen } from './lazy-screens.tsx';
export { ReasonSelect } from './reason-select.tsx';
export { ReportButton, ReportDialog } from './report-button.tsx';
