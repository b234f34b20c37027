import { createFileRoute } from '@tanstack/react-router';
import { AdminScreen } from '../admin-screen.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/')({ ...staffPage, component: AdminScreen });
