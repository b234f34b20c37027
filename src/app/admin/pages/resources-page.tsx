import { createFileRoute } from '@tanstack/react-router';
import { StaffResourcesScreen } from '#features/resources/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/resources')({ ...staffPage, component: StaffResourcesScreen });
