export { ReportDialog } from './report-dialog.tsx';
export { ReportsScreen } from './reports-screen.tsx';
