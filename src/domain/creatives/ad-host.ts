/** Ads are drawn at this host, which is in no network: addresses without a host are those of the service. */
export const adHost = 'http://ad.invalid'
