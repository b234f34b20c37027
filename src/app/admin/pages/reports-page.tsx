import { createFileRoute } from '@tanstack/react-router';
import { ReportsScreen } from '#features/moderation/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/reports')({ ...staffPage, component: ReportsScreen });
