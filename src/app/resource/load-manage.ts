export { loadManage } from '#features/resources/client/public.tsx';
