/** An RSA key for golden messages: the expected signatures were made with it by the openssl command. It guards nothing. */
import { createPrivateKey, createPublicKey } from "node:crypto";

const PKCS8_BASE64 = [
  "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCsSd5pAP4dM4wzjqM3jZ2ESEGoFxDkg6W1h6jaS4UytB5E0XBUrP6m05Juto",
  "pHGs3A8e5hiVF+8XY5BdPKpYlCPQEhLJ5V8UwHIVHJ0S92h/DNUJhwHDRh9+9N2Xrew7pqjE7s3VBvdNSnOi9s5kneE99nJ3w07zw+xdpUB4tu",
  "1JvQX//CwmUhgD4ydRQi2Ke2V374U2JNy3YAtrtrWkPlUog72U1dJgW2+OhGZAcYHR3hgCRVXsRrFPvz8UARaWcZ+sPLHSZI7B85zVO4luxsOm",
  "1FyVwtCR09y+p1LCGclaRIM9MnRe5wKiSvla94Q40U62h5GO0Ssdak7NnEbSS3AgMBAAECggEABqv1DjFUXLBEwgwRj/vg64V177ZIYZxsnjDW",
  "PhXTcVkQim8d1p4qpuUuz3ni/lvnN40dsRM8X6yBxexhIaVg03rT2/EoPaXATvOE7tx/Cr4onprFF9pPwPwHWL38iDr8+p8ACkhnJSLrx4Di40",
  "P5ak+5RI3H4fjiQoAKDsmKSt8Trt+/Y6kPX56YGyi0DstA9Oq6ajpjK1FsMz3F9BNwVVbJGeJ7RYhOWDPstW5cNH9OYbey6gAcOIKhdMcFncJA",
  "ERHu4DdIHPfGz9W61JbRIAVLK6x1PpbeLqHW4coHa4ZuQxvMMd6puguBUPP6XMI6gOyQcV5BjfQqpuB30tQxwQKBgQDcnP3yZam7YSihCLhb+l",
  "SOpIwjgeLrH1VSsalLtfnt+gTLEzMKAaOV+slmZP1yVQfWlvChWIb8ahSG23ywtFtXvYlrSBkjyanjKm4pqqMt7nhbSrOwiI7N2PlEKWEx1+d4",
  "eYZEe8ddDUVYtYBz1FZi0hEqNMdKMnScoSoa8rGG4QKBgQDH7IbuOZZNt0RYm+pOaHshij01d4o/s9d4iWcXpcm4c2XCgmzDsddiLmdbPT7Q/0",
  "9g+4asC1ZW679BAQ/zTpmzFo1zjzSRevYOCzIbp7tXi63y0IK8f3I8DETfMmG/qxLkZJGHAiEg7bMhjphg7p0EXGUuAR/8ZpYT0qcM0kdWlwKB",
  "gQCkJrxeLH8KydRtXguvhKh+KrmLgg3SXVIjYcZSa2k4RZxjbjm/7FBIPH63DdX3yIU4ir8pjrGCB3yWi6JP6SM+Oe2SQedS1a7vNJcbsbgRaS",
  "ts4jyp0jJPwG5Y5WFIsRmubt4U/vTsq/85bnPRu+E7TosvGG5hKwHRuamWu5aUgQKBgGaZYxGkqhcOI1wZ/9/nTLGEwS7MPz277KtmUGrZYTFw",
  "v1tYFbtEbFVtnQs83hzhuXn6+z0VwGRxLcCNbAMgZk57F3KjnoW+hcHlSvzYUpN2EnoXOdDE0vowDbRBpdp4UAS3+9s+Y4QDmLdy945fRmNzi1",
  "VVrHWarBBWPfadf5DXAoGAUMDDeRVMWj943q1bHiM6wmvDiLAyTbGTrMZYt2z8Ku3S2RfzbNvYON5r2Vl9Afy4WNe3PpSijNDbMZKbflyHkR7D",
  "uEALuoSAkXHvshPixnU8lqyjl6G+S7149ainNxZma4usBeUV8ma0NcIrZ2FrDIcg6+/cUeoPkvIgwL+SH/M=",
].join("");

export const fixedPrivateKey = createPrivateKey({
  key: Buffer.from(PKCS8_BASE64, "base64"),
  format: "der",
  type: "pkcs8",
});
export const fixedPublicKey = createPublicKey(fixedPrivateKey);
