/** The permissions that the demo, and the examples of /docs, need. */
export const permissions = [
  'Account_Admin',
  'AssetSource_All',
  'Audit_View',
  'Campaigns_All',
  'CloudService_All',
  'Dsp_All',
  'MediaChannel_All',
  'MediaPlan_All',
  'TemplateGen_All',
]
