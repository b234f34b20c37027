import { createFileRoute } from '@tanstack/react-router';
import { CatalogueScreen } from '#features/catalogue/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/catalogue')({ ...staffPage, component: CatalogueScreen });
