export interface ProviderCertificate {
  serial: string;
  pem: string;
  expireAt: Date;
}

/** Where a merchant's provider certificates are stored, shared by all processes. */
export interface CertificateStore {
  find(serial: string): Promise<string | undefined>;
  keep(certificates: ProviderCertificate[]): Promise<void>;
}
