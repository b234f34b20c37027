import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '#features/admin/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/audit')({ ...staffPage, component: AuditScreen });
