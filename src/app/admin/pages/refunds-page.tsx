import { createFileRoute } from '@tanstack/react-router';
import { RefundsScreen } from '#features/payments/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/refunds')({ ...staffPage, component: RefundsScreen });
