import '#platform/client/toasts.tsx';
export const db = 1;
