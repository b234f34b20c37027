import { createFileRoute } from '@tanstack/react-router';
import { EngineersStaffScreen } from '#features/support/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/engineers')({ ...staffPage, component: EngineersStaffScreen });
