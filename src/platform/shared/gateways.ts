/** Payment gateways by name, the first of which is the default. The configuration, the API and the types of tables read this list. */
export const gatewayNames = ['sandbox', 'toss', 'stripe'] as const;
export type GatewayName = (typeof gatewayNames)[number];
