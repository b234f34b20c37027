export const toasts = 1;
