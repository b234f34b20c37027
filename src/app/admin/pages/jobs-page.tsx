import { createFileRoute } from '@tanstack/react-router';
import { JobsScreen } from '#features/admin/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/jobs')({ ...staffPage, component: JobsScreen });
