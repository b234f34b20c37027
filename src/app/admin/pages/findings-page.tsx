import { createFileRoute } from '@tanstack/react-router';
import { FindingsScreen } from '#features/payments/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/findings')({ ...staffPage, component: FindingsScreen });
