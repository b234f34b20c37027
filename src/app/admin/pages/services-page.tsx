import { createFileRoute } from '@tanstack/react-router';
import { StaffServicesScreen } from '#features/services/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/services')({ ...staffPage, component: StaffServicesScreen });
