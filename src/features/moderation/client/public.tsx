export { canModerate } from '../access.ts';
export { ReportButton } from './report-button.tsx';
export { ReportsScreen } from './reports-screen.tsx';
