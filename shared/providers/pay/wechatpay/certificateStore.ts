export interface ProviderCertificate {
  serial: string;
  pem: string;
  expireAt: Date;
}

/** The store of a merchant's provider certificates, shared by all processes. */
export interface CertificateStore {
  find(serial: string): Promise<string | undefined>;
  keep(certificates: ProviderCertificate[]): Promise<void>;
}
