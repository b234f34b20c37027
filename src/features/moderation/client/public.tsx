export { canModerate } from '../access.ts';
export { ReportButton, ReportDialog } from './report-button.tsx';
export { ReportsScreen } from './reports-screen.tsx';
