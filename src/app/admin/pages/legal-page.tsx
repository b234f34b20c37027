import { createFileRoute } from '@tanstack/react-router';
import { LegalStaffScreen } from '#features/legal/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/legal')({ ...staffPage, component: LegalStaffScreen });
