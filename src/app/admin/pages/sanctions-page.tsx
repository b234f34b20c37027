import { createFileRoute } from '@tanstack/react-router';
import { SanctionsScreen } from '#features/community/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/sanctions')({ ...staffPage, component: SanctionsScreen });
